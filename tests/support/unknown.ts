/** What the engine sends for a value, at any depth of the inputs, that is unknown until another resource exists. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
