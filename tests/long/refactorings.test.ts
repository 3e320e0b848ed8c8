import { refactorings } from "../property/cases";
import { recordCases } from "./record-cases";

const cases = Number(process.env["FLOWGATE_REFACTORINGS"] ?? 2000);

test(
  "random refactorings lose nothing on the appliances, even if a run is killed at any moment",
  () => recordCases("refactorings", "random refactorings of programs, with kills", refactorings, { cases }),
  3_600_000,
);
