import type { ServiceResponse } from "../../lib/applier/send";

/** A response with nothing in it but what is given. */
export function responseWith(status: number, rest: Partial<ServiceResponse> = {}): ServiceResponse {
  return {
    kind: "response",
    status,
    headers: {},
    text: "",
    isComplete: true,
    message: "",
    errors: [],
    record: {},
    isReadable: true,
    saysFailure: false,
    ...rest,
  };
}
