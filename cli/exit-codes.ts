/** Exit codes of the command. Scripts depend on the numbers: none is ever reused for something else. */
export const exitCodes = {
  done: { code: 0, meaning: "Done." },
  internal: { code: 1, meaning: "A bug in this program; please report it." },
  usage: { code: 2, meaning: "The command line is wrong. Nothing was changed." },
  configuration: { code: 3, meaning: "Configuration, program or stack are missing or wrong. Nothing was changed." },
  unreachable: { code: 4, meaning: "The appliance cannot be reached, or its certificate is not accepted." },
  credentials: { code: 5, meaning: "The token, the password or the session was not accepted." },
  refused: { code: 6, meaning: "The appliance refused the request, or is busy." },
  unknown: { code: 7, meaning: "No answer, or an answer of an unknown form: a change may have been made." },
  unconfirmed: { code: 8, meaning: "Not confirmed. Nothing was changed." },
  attention: { code: 9, meaning: "Something needs attention: an object is missing, or is not as it should be." },
  interrupted: { code: 10, meaning: "A fleet was interrupted before all sites were done. Run the same command again." },
  unwritten: { code: 141, meaning: "The reader of the output has ended, as `head` does, or the disk is full." },
} as const;

/** How a run ended, as one word. */
export type Ending = keyof typeof exitCodes;
