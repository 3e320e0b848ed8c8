import { testCrashes } from "../crash/suite";

testCrashes("engine");
