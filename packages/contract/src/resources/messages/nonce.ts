// The nonce, by which a sender recognises their message or interaction in the events that follow.
import { limits } from "../../limits/limits.ts";
import { anything, refine } from "../../schema/values.ts";

/** A nonce as it is sent. An integer may exceed what a double represents exactly. */
export const NonceForm = refine(anything<string | number>(), (nonce, report) => {
  const isInteger = typeof nonce === "bigint" || Number.isSafeInteger(nonce);
  const max = limits.nonce.value;
  if (typeof nonce !== "string" && !isInteger) {
    const message = "This field must be a string or integer.";
    report([], "NONCE_TYPE_INVALID_TYPE", message);
  } else if (String(nonce).length > max) {
    report([], "NONCE_TYPE_TOO_LONG", `Must be ${max} or fewer characters long.`);
  }
});
