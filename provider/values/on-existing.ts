import { z } from "zod";

/** How an existing object of the declared name is treated at creation. */
export const onExisting = z.enum(["fail", "adopt", "adoptIfEqual"], {
  error: 'must be "fail", "adopt" or "adoptIfEqual"',
});
