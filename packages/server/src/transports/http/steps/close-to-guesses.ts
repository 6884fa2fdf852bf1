// A client that sends bodies with invalid tokens is not read any further: its connection ends, and
// what it still sends is not taken. It stands around the steps before the body.
import type { Binding } from "../../../platform/handler.ts";
import type { Call, Run } from "../calls/call.ts";

/**
 * The steps before the body of an endpoint; a refusal of one with a token in its path ends the
 * connection.
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
