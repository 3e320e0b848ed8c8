import { testCrashes } from "../crash/suite";

testCrashes("provider");
