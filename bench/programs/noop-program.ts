// B0: the engine's own cost.
import { declareWith } from "./dynamic";

declareWith("noop");
