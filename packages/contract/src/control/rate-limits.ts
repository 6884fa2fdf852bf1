// Rate limits as the control plane shows them. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import { InvalidForm } from "../error.ts";
import { integer, list, object, text, Timestamp, word } from "../schema/values.ts";
import { limitsProfiles } from "./world-file/world.ts";

/** Which limits hold. Source: product.md, Commands. */
export const LimitsInForce = object({
  profile: word(limitsProfiles),
  /** Windows that are open now, the oldest first, and then those of starting sessions. */
  buckets: list(
    object({
      /**
       * The bucket's name; `global` counts all calls, `invalid` refusals, `blocked` shuts out,
       * `signIn` failed sign-ins in browsers, `activate` codes of devices, `session-start` a day's
       * sessions, `identify` those of five seconds.
       */
      bucket: text(),
      /** Whose calls share it: `application 1`, `user 2`, `address 127.0.0.1`. */
      owner: text(),
      /** The ids of the top-level resource, or empty. */
      resource: text(),
      /** Calls that were let through: refused ones do not count. */
      used: integer(),
      limit: integer(),
      remaining: integer(),
      /** When the count begins anew. */
      ends_at: Timestamp,
    }),
  ),
});

export const getLimits = endpoint({
  id: "control.limits.get",
  source: "product.md, Control plane",
  summary: "Every rate-limit bucket that is open, with its state.",
  method: "GET",
  plane: "control",
  path: "/limits",
  auth: [control],
  replies: { 200: LimitsInForce },
  errors: [],
});

export const useLimits = endpoint({
  id: "control.limits.use",
  source: "product.md, Control plane",
  summary:
    "Let another profile of limits hold from the next call on, until another world, or a snapshot, is put in place. Every window begins anew.",
  method: "PATCH",
  plane: "control",
  path: "/limits",
  auth: [control],
  developmentOnly: true,
  body: object({ profile: word(limitsProfiles) }),
  replies: { 200: LimitsInForce },
  errors: [InvalidForm],
});

export const resetLimits = endpoint({
  id: "control.limits.reset",
  source: "product.md, Control plane",
  summary:
    "Forget every rate-limit window, those of the gateway too, and let addresses that were shut out in again.",
  method: "POST",
  plane: "control",
  path: "/limits/reset",
  auth: [control],
  replies: { 204: none },
  errors: [],
});
