// Requests to join a guild that reviews newcomers. Source: protocol: join-requests 1, 2; machine
// specification.
import { bot, signedIn } from "../../auth.ts";
import { endpoint } from "../../endpoint.ts";
import { MissingAccess, MissingPermissions, NotFound, UnknownGuild } from "../../error.ts";
import { event } from "../../event.ts";
import { limits } from "../../limits/limits.ts";
import { lengthOf } from "../../schema/form-issues.ts";
import {
  Bool,
  integer,
  list,
  nullable,
  object,
  optional,
  Snowflake,
  text,
  Timestamp,
  word,
  anything,
  refine,
  type Report,
  type Static,
} from "../../schema/values.ts";
import { User } from "../users/users.ts";
import { TooManyGuilds, UserBanned } from "./invite-errors.ts";

const source = "protocol: join-requests 1, 2; machine specification";

export const joinRequestStatuses = ["STARTED", "SUBMITTED", "APPROVED", "REJECTED"] as const;

/** The features of a guild that accepts join requests. */
export const joinRequestFeatures = [
  "MEMBER_VERIFICATION_GATE_ENABLED",
  "MEMBER_VERIFICATION_MANUAL_APPROVAL",
] as const;

const shownText = text({ max: limits.joinRequestText.value });
const shownTexts = list(shownText, { max: limits.joinRequestFields.value });

/** A field of the form with the applicant's answer; its type determines its properties. */
export const FormResponse = object({
  field_type: word(["TERMS", "TEXT_INPUT", "PARAGRAPH", "MULTIPLE_CHOICE"]),
  label: optional(shownText),
  description: optional(shownText),
  required: optional(Bool),
  /** For terms. */
  values: optional(shownTexts),
  /** For a multiple choice. */
  choices: optional(shownTexts),
  /** For a text. */
  placeholder: optional(shownText),
  /** True for accepted terms, a text, or the index of a choice. */
  response: optional(anything<boolean | number | string>()),
});

type Answered = Static<typeof FormResponse>;

/** Reports properties that a field of its type needs, and an answer of the wrong type. */
function fieldFaults(field: Answered, report: Report, isInvalid: (field: string) => boolean): void {
  const need = (name: "values" | "choices") => {
    if (field[name] !== undefined || isInvalid(name)) return;
    report([name], "BASE_TYPE_REQUIRED", "This field is required");
  };
  const { field_type: kind, response, choices = [] } = field;
  if (kind === "TERMS") need("values");
  if (kind === "MULTIPLE_CHOICE") need("choices");
  // The type and the choices determine which answers are valid.
  if (response === undefined || isInvalid("field_type") || isInvalid("choices")) return;
  const fits =
    kind === "TERMS"
      ? typeof response === "boolean"
      : kind === "MULTIPLE_CHOICE"
        ? choices[Number(response)] !== undefined && typeof response === "number"
        : typeof response === "string" && lengthOf(response) <= limits.joinRequestText.value;
  if (!fits) report(["response"], "BASE_TYPE_CHOICES", "This is no answer to the field.");
}

/** A form with the applicant's answers. */
export const FormResponses = list(refine(FormResponse, fieldFaults), {
  max: limits.joinRequestFields.value,
});

export const JoinRequest = object({
  id: Snowflake,
  created_at: Timestamp,
  reviewed_at: nullable(Timestamp),
  application_status: nullable(word(joinRequestStatuses)),
  rejection_reason: nullable(text()),
  guild_id: Snowflake,
  user_id: Snowflake,
  user: optional(nullable(User)),
  form_responses: optional(nullable(list(FormResponse))),
  actioned_by_user: optional(nullable(User)),
});

const shared = { source, auth: [bot, signedIn] } as const;
const refusals = [UnknownGuild, MissingAccess, MissingPermissions] as const;

export const listJoinRequests = endpoint({
  ...shared,
  id: "guilds.joinRequests",
  summary:
    "List a guild's join requests of one status, newest first; without KICK_MEMBERS, MANAGE_GUILD shows only their number.",
  method: "GET",
  path: "/guilds/{guild_id}/requests",
  query: object({
    status: optional(word(["SUBMITTED", "APPROVED", "REJECTED"])),
    limit: optional(integer({ min: 1, max: limits.joinRequestPage.value })),
    before: optional(Snowflake),
    after: optional(Snowflake),
  }),
  replies: {
    200: object({
      total: optional(integer()),
      guild_join_requests: optional(list(JoinRequest)),
    }),
  },
  errors: refusals,
});

export const reviewJoinRequest = endpoint({
  ...shared,
  id: "guilds.reviewJoinRequest",
  summary: "Approve or reject a request to join a guild; requires KICK_MEMBERS.",
  method: "PATCH",
  path: "/guilds/{guild_id}/requests/{request_id}",
  body: object({
    action: word(["APPROVED", "REJECTED"]),
    rejection_reason: optional(nullable(text({ max: limits.rejectionReason.value }))),
  }),
  replies: { 200: JoinRequest },
  errors: [...refusals, NotFound, TooManyGuilds, UserBanned],
});

const common = {
  source,
  payload: object({ guild_id: Snowflake, status: text(), request: JoinRequest }),
};
const toModerators = {
  scope: "guild",
  intent: { guild: "GUILD_MODERATION" },
  needs: ["KICK_MEMBERS"],
  // One that is approved has GUILD_MEMBER_ADD too.
  changesViews: false,
} as const;
const toApplicant = { scope: "user", audience: "users" } as const;
const gone = object({ id: Snowflake, guild_id: Snowflake, user_id: Snowflake });

export const GuildJoinRequestCreate = event({
  ...common,
  ...toModerators,
  name: "GUILD_JOIN_REQUEST_CREATE",
  summary: "A user requested to join a guild.",
});

export const GuildJoinRequestUpdate = event({
  ...common,
  ...toModerators,
  name: "GUILD_JOIN_REQUEST_UPDATE",
  summary: "A request to join a guild was submitted, approved or rejected.",
});

export const GuildJoinRequestDelete = event({
  source,
  ...toModerators,
  name: "GUILD_JOIN_REQUEST_DELETE",
  summary: "A user withdrew their request to join a guild.",
  payload: gone,
});

export const OwnJoinRequestCreate = event({
  ...common,
  ...toApplicant,
  name: "GUILD_JOIN_REQUEST_CREATE",
  summary: "The session's user requested to join a guild.",
});

export const OwnJoinRequestUpdate = event({
  ...common,
  ...toApplicant,
  name: "GUILD_JOIN_REQUEST_UPDATE",
  summary: "The request of the session's user to join a guild changed.",
});

export const OwnJoinRequestDelete = event({
  source,
  ...toApplicant,
  name: "GUILD_JOIN_REQUEST_DELETE",
  summary: "The session's user withdrew their request to join a guild.",
  payload: gone,
});
