/** What the engine sends for a value that is not known before another resource exists, at any depth of the inputs. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
