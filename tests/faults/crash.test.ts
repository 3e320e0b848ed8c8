import { testCrashes } from "../crash/suite";

// The step that leaves most behind; npm run test:long has all of them, for each of what can be killed.
describe("F37: with the engine killed while every kind is being created, the documented commands complete it", () => {
  testCrashes("engine", ["create: change 1 of each, carried out"]);
});
