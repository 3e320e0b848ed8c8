import { z } from "#zod";
import { anySegment, type SessionPath } from "./path";

/** Login and logout. Replication service, "Authentication". */
export const sessionPaths: readonly SessionPath[] = [
  {
    template: "/login/",
    method: "POST",
    kind: "session",
    segments: z.strictObject({}),
    answer: (sessions, incoming) => sessions.login(incoming),
  },
  {
    template: "/login/[sha2]",
    method: "GET",
    kind: "session",
    segments: z.strictObject({ sha2: anySegment }),
    answer: (sessions, incoming, { sha2 = "" }) => sessions.legacyLogin(sha2, incoming),
  },
  {
    template: "/logout",
    method: "command",
    kind: "session",
    segments: z.strictObject({}),
    answer: (sessions, incoming) => sessions.logout(incoming),
  },
];
