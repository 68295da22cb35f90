/** Whether an environment variable can have that name. */
export function isVariableName(text: unknown): text is string {
  return typeof text === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** What such a name is, for messages. */
export const VARIABLE_NAME = "the name of an environment variable (letters, digits and _, no digit first)";
