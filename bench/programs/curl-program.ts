// B3: a command line for each operation.
import { declareWith } from "./dynamic";

declareWith("curl");
