// What a person and the platform do to an application's hold on a person, done by the operator.
// Source: product.md, Control plane (bodies).
import { control } from "../auth.ts";
import { endpoint, none } from "../endpoint.ts";
import { BotsNotAllowed, UnknownApplication, UnknownToken, UnknownUser } from "../error.ts";
import { object } from "../schema/values.ts";
import { Reference } from "./world-file/world-kinds.ts";

export const deauthorizeAsUser = endpoint({
  id: "control.deauthorize",
  source: "product.md, Control plane; protocol: gateway-oauth-limits 5.9",
  summary:
    "Remove an application as a user does: its tokens, sessions and installation end, and its webhook hears of it.",
  method: "POST",
  plane: "control",
  path: "/users/{user}/deauthorize",
  auth: [control],
  developmentOnly: true,
  body: object({ application: Reference }),
  replies: { 204: none },
  errors: [BotsNotAllowed, UnknownUser, UnknownApplication, UnknownToken],
});
