import { testCrashes } from "../crash/suite";

testCrashes("both");
