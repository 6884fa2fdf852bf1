// Errors that only invites return.
import { error } from "../../error.ts";
import { limits } from "../../limits/limits.ts";

const codes = "protocol: gateway-oauth-limits 1.6; the HTTP status is assumed";

export const UnknownInvite = error({
  name: "UnknownInvite",
  status: 404,
  code: 10006,
  message: "Unknown Invite",
  source: "protocol: gateway-oauth-limits 1.6",
});
export const UnknownTargetUsersJob = error({
  name: "UnknownTargetUsersJob",
  status: 404,
  code: 10124,
  message: "Unknown invite target users job",
  source: "protocol: lobbies-and-sdk 4, 9",
});
export const UnknownTargetUsers = error({
  name: "UnknownTargetUsers",
  status: 404,
  code: 10129,
  message: "Unknown invite target users",
  source: "protocol: lobbies-and-sdk 4, 9",
});
export const TooManyGuilds = error({
  name: "TooManyGuilds",
  status: 400,
  code: 30001,
  message: `Maximum number of guilds reached (${limits.guildsPerUser.value})`,
  source: codes,
});
export const TooManyInvites = error({
  name: "TooManyInvites",
  status: 400,
  code: 30016,
  message: "Maximum number of invites to this server reached.",
  source: "discord-api-docs#3192; the HTTP status is assumed",
});
export const UserBanned = error({
  name: "UserBanned",
  status: 403,
  code: 40007,
  message: "The user is banned from this guild.",
  source: codes,
});
export const NotForThisUser = error({
  name: "NotForThisUser",
  status: 403,
  code: 40110,
  message: "You are not allowed to accept this invite.",
  source: "protocol: lobbies-and-sdk 4, 13 (choice 2)",
});
export const InvalidRole = error({
  name: "InvalidRole",
  status: 400,
  code: 50028,
  message: "Invalid Role",
  source: "discord-api-docs#2052",
});
