import { isLong } from "../support/long";
import { plans } from "./cases";
import { testCases, testKept } from "./random-cases";

const right = "nothing of others changes, nothing of ours is lost, and exit 0 means done";
const count = Number(process.env["FLOWGATE_CASES"] ?? (isLong ? 400 : 4));
testCases(`while others act between random commands, and requests and processes fail, ${right}`, plans, 154, count);
testKept("the plan in %s, which failed once, does not fail", plans, "regressions");
