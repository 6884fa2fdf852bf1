// Rate limits as the control plane shows them. Source: product.md, Control plane.
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import { InvalidForm } from "../error.ts";
import { integer, list, object, text, Timestamp, word } from "../schema/values.ts";
import { limitsProfiles } from "./world-file/world.ts";

/** The limits in force. Source: product.md, Commands. */
export const LimitsInForce = object({
  profile: word(limitsProfiles),
  /** The current windows, oldest first, followed by those of session starts. */
  buckets: list(
    object({
      /**
       * The bucket's name. `global` counts all calls, `invalid` counts refusals, `blocked` is a
       * ban, `signIn` counts failed sign-ins in browsers, `activate` device codes, `session-start`
       * the sessions of a day, and `identify` those of five seconds.
       */
      bucket: text(),
      /** The caller whose calls share the bucket: `application 1`, `user 2`, `address 127.0.0.1`. */
      owner: text(),
      /** The ids of the top-level resource; empty without one. */
      resource: text(),
      /** The calls that were accepted; refused calls do not count. */
      used: integer(),
      limit: integer(),
      remaining: integer(),
      /** When the window ends and the count restarts. */
      ends_at: Timestamp,
    }),
  ),
});

export const getLimits = endpoint({
  id: "control.limits.get",
  source: "product.md, Control plane",
  summary: "Get the active profile of limits and every open rate-limit bucket with its state.",
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
    "Switch to another profile of limits from the next call on, until another world or a snapshot is loaded. Every window is reset.",
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
    "Reset every rate-limit window, including those of the gateway, and unblock blocked addresses.",
  method: "POST",
  plane: "control",
  path: "/limits/reset",
  auth: [control],
  replies: { 204: none },
  errors: [],
});
