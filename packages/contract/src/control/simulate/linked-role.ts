// Claiming a linked role as a simulated user. Source: protocol: webhooks-and-applications 3.3.
import { control } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { BotsNotAllowed, error, UnknownMember, UnknownRole, UnknownUser } from "../../error.ts";
import { Member } from "../../resources/guilds/guilds.ts";
import { object } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

export const RequirementsNotMet = error({
  name: "RequirementsNotMet",
  status: 403,
  code: 0,
  message: "The user does not meet the requirements of this role",
  source: "protocol: webhooks-and-applications 3.3",
});

export const NotALinkedRole = error({
  name: "NotALinkedRole",
  status: 400,
  code: 0,
  message: "This is not a linked role",
  source: "protocol: webhooks-and-applications 3.3",
});

export const claimLinkedRole = endpoint({
  id: "control.claimLinkedRole",
  source: "protocol: webhooks-and-applications 3.3",
  summary:
    "Claim a linked role as a simulated user, whose role connection must meet its requirements.",
  plane: "control",
  method: "POST",
  path: "/users/{user}/linked-roles",
  auth: [control],
  developmentOnly: true,
  /** The role by id or name, prefixed with its guild if the name is ambiguous: `Harbor/crew`. */
  body: object({ role: Reference }),
  replies: { 200: Member },
  errors: [
    BotsNotAllowed,
    NotALinkedRole,
    RequirementsNotMet,
    UnknownMember,
    UnknownRole,
    UnknownUser,
  ],
});
