import { firstSteps } from "../support/first-steps";

jest.setTimeout(300_000);

test.each(["typescript", "model"])(
  "from an empty folder to drift that is found and repaired, in 8 commands: %s",
  async (template) => firstSteps(template),
);
