// The kinds of value that only one entity may have, such as an id, a name or a secret.

/** Kinds of which no two entities of a world have the same value. */
export type WorldwideKind =
  | "user"
  | "username"
  | "user token"
  | "team"
  | "application"
  | "application name"
  | "bot token"
  | "access token"
  | "refresh token"
  | "command"
  | "SKU"
  | "entitlement"
  | "subscription"
  | "guild"
  | "role"
  | "channel"
  | "member"
  | "person in voice"
  | "guild install"
  | "user install"
  | "emoji"
  | "sticker"
  | "sound"
  | "webhook"
  | "stage"
  | "scheduled event"
  | "auto moderation rule"
  | "join request"
  | "invite"
  | "template"
  | "vanity url";

/**
 * Kinds whose values are unique within a guild, an application or a world file, which are always
 * loaded as a whole: there is nothing in a store that a value must be compared with.
 */
export type LocalKind =
  | "prompt"
  | "option"
  | "tag"
  | "bot in voice"
  | "live stage"
  | "subscriber"
  | "command name"
  | "command permissions"
  | "permission entry"
  | "listed identity"
  | "external identity"
  | "authorization"
  | "direct message"
  | "message"
  | "message of a linked lobby"
  | "reaction"
  | "poll answer"
  | "attachment"
  | "file"
  | "image"
  | "lobby"
  | "lobby member"
  | "lobby secret"
  | "linked channel";

export type ClaimKind = WorldwideKind | LocalKind;
