import { z } from "zod";

/** What to do at creation with an existing object of the declared name. */
export const onExisting = z.enum(["fail", "adopt", "adoptIfEqual"], {
  error: 'must be "fail", "adopt" or "adoptIfEqual"',
});
