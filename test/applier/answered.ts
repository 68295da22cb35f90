import type { Answered } from "../../lib/applier/send";

/** An answer with nothing in it but what is given. */
export function answered(status: number, rest: Partial<Answered> = {}): Answered {
  return {
    kind: "answered",
    status,
    headers: {},
    text: "",
    isComplete: true,
    message: "",
    errors: [],
    fields: [],
    record: {},
    isReadable: true,
    saysFailure: false,
    ...rest,
  };
}
