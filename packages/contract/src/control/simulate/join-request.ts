// Asking to join a guild as a simulated user. Source: protocol: join-requests 3.
import { control } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { BotsNotAllowed, error, NotFound, UnknownGuild, UnknownUser } from "../../error.ts";
import { TooManyGuilds, UserBanned } from "../../resources/guilds/invite-errors.ts";
import { FormResponses, JoinRequest } from "../../resources/guilds/join-requests.ts";
import { Bool, object, optional } from "../../schema/values.ts";
import { Reference } from "../world-file/kinds.ts";

export const NoJoinRequests = error({
  name: "NoJoinRequests",
  status: 400,
  code: 0,
  message:
    "This guild accepts no join requests: it needs the features MEMBER_VERIFICATION_GATE_ENABLED and MEMBER_VERIFICATION_MANUAL_APPROVAL",
  source: "protocol: join-requests 1",
});

export const AlreadyAMember = error({
  name: "AlreadyAMember",
  status: 400,
  code: 0,
  message: "The user is a member of this guild already",
  source: "protocol: join-requests 3",
});

const shared = { source: "protocol: join-requests 3", plane: "control", auth: [control] } as const;

export const requestJoining = endpoint({
  ...shared,
  id: "control.requestJoining",
  summary:
    "Request to join a guild as a simulated user, with a filled-in form; `submit: false` only starts the request.",
  method: "POST",
  path: "/users/{user}/join-requests",
  developmentOnly: true,
  body: object({
    guild: Reference,
    form_responses: optional(FormResponses),
    /** Default: true. */
    submit: optional(Bool),
  }),
  replies: { 200: JoinRequest },
  errors: [
    AlreadyAMember,
    BotsNotAllowed,
    NoJoinRequests,
    TooManyGuilds,
    UnknownGuild,
    UnknownUser,
    UserBanned,
  ],
});

export const withdrawJoinRequest = endpoint({
  ...shared,
  id: "control.withdrawJoinRequest",
  summary: "Withdraw a request to join a guild as a simulated user.",
  method: "DELETE",
  path: "/users/{user}/join-requests/{guild}",
  developmentOnly: true,
  replies: { 204: none },
  errors: [BotsNotAllowed, NotFound, UnknownGuild, UnknownUser],
});
