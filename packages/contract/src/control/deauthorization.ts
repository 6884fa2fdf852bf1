// Ways to revoke a person's authorization of an application, done by the operator instead of the
// person or the platform. Source: product.md, Control plane (bodies).
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import { BotsNotAllowed, UnknownApplication, UnknownToken, UnknownUser } from "../error.ts";
import { object } from "../schema/values.ts";
import { Reference } from "./world-file/kinds.ts";

export const deauthorizeAsUser = endpoint({
  id: "control.deauthorize",
  source: "product.md, Control plane; protocol: gateway-oauth-limits 5.9",
  summary:
    "Remove an application as a user does: its tokens, sessions and installation end, and its webhook is notified.",
  method: "POST",
  plane: "control",
  path: "/users/{user}/deauthorize",
  auth: [control],
  developmentOnly: true,
  body: object({ application: Reference }),
  replies: { 204: none },
  errors: [BotsNotAllowed, UnknownUser, UnknownApplication, UnknownToken],
});
