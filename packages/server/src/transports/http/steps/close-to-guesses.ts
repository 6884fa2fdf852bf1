// Stops reading from a client that sends bodies with invalid tokens: its connection is closed, and
// the rest of the body is not read. It wraps the steps before the body.
import type { Binding } from "../../../platform/handler.ts";
import type { Call, Run } from "../calls/call.ts";

/**
 * Wraps the steps before the body of an endpoint: for one with a token in its path, a refusal
 * closes the connection.
 */
export function closeToGuesses({ checkToken }: Binding, admission: Run): Run {
  if (checkToken === undefined) return admission;
  return async (call: Call) => {
    try {
      await admission(call);
    } catch (refusal) {
      if (call.request.announcesBody) call.headers["connection"] = "close";
      throw refusal;
    }
  };
}
