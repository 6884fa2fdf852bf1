import { bot } from "../../auth.ts";
import { endpoint, none } from "../../endpoint.ts";
import { InvalidForm, MissingLobbyPermissions, UnknownLobby, UnknownUser } from "../../error.ts";
import { limits } from "../../limits/limits.ts";
import {
  choice,
  dictionary,
  integer,
  list,
  nullable,
  object,
  optional,
  refine,
  Snowflake,
  text,
  type Report,
} from "../../schema/values.ts";
import { Channel } from "../guilds/guilds.ts";
import { perApplication, perApprovedApplication } from "./lobby-rates.ts";

/** Bits of a lobby's flags. Source: protocol: lobbies-and-sdk 2.1. */
export const LobbyFlag = { REQUIRE_APPLICATION_AUTHORIZATION: 1 << 0 } as const;

/** Bits of a lobby member's flags. Source: requirements 2.1. */
export const LobbyMemberFlag = { CAN_LINK_LOBBY: 1 << 0 } as const;

const givenMetadata = dictionary(text({ max: limits.lobbyMetadataValue.value }), {
  maxKeys: limits.lobbyMetadataKeys.value,
  maxKeyLength: limits.lobbyMetadataKey.value,
  maxTotal: limits.lobbyMetadataTotal.value,
});

// Only separates the parts: whatever sends to the URL checks the address that it resolves to.
const address =
  /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]\\]+)(:\d{1,5})?([/?#]\S*)?$/i;
const loopback = /^(localhost|.+\.localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/i;

function webhooksUrl(url: string, report: Report): void {
  const [, scheme, host] = address.exec(url) ?? [];
  if (scheme === undefined || host === undefined) {
    report([], "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    return;
  }
  const isLoopback = loopback.test(host);
  const schemes = isLoopback ? ["http", "https"] : ["https"];
  if (schemes.includes(scheme.toLowerCase())) return;
  const known = schemes.map((each) => `'${each}'`).join(", ");
  const message = `Scheme "${scheme}" is not supported. Scheme must be one of (${known}).`;
  report([], "URL_TYPE_INVALID_SCHEME", message);
}

/** `https`, or `http` on the loopback interface. Source: protocol: lobbies-and-sdk 13 #16. */
const WebhooksUrl = refine(text({ max: limits.lobbyWebhooksUrl.value }), webhooksUrl);

const memberSlots = {
  metadata: optional(nullable(givenMetadata)),
  flags: optional(nullable(choice([0, LobbyMemberFlag.CAN_LINK_LOBBY]))),
};

const memberName = optional(nullable(text({ min: 1, max: limits.lobbyMemberName.value })));

/** A lobby in a request. Null resets a field, except `members: null`, which is ignored. */
export const LobbyDraft = object({
  metadata: optional(nullable(givenMetadata)),
  members: optional(
    nullable(
      list(object({ id: Snowflake, ...memberSlots, additional_name: memberName }), {
        max: limits.lobbyMembersPerRequest.value,
      }),
    ),
  ),
  idle_timeout_seconds: optional(
    nullable(
      integer({ min: limits.lobbyIdleTimeoutMin.value, max: limits.lobbyIdleTimeoutMax.value }),
    ),
  ),
  flags: optional(nullable(choice([0, LobbyFlag.REQUIRE_APPLICATION_AUTHORIZATION]))),
  override_event_webhooks_url: optional(nullable(WebhooksUrl)),
});

/** A member as callers add or change them. An absent field keeps its value, null resets it. */
export const LobbyMemberDraft = object({
  ...memberSlots,
  additional_name: memberName,
});

/** Source: protocol: lobbies-and-sdk 2.2. */
export const LobbyMember = object({
  id: Snowflake,
  metadata: nullable(dictionary(text())),
  flags: integer(),
  additional_name: optional(text()),
});

/**
 * A lobby, as its application can read it, with members sorted by id. Source: protocol:
 * lobbies-and-sdk 2.1.
 */
export const Lobby = object({
  id: Snowflake,
  application_id: Snowflake,
  metadata: nullable(dictionary(text())),
  flags: integer(),
  members: list(LobbyMember),
  /** Present while the lobby is linked. */
  linked_channel: optional(Channel),
  override_event_webhooks_url: optional(text()),
});

export const createLobby = endpoint({
  id: "lobbies.create",
  source: "requirements 4.1",
  summary: "Create a lobby; players can neither join nor leave it by themselves.",
  method: "POST",
  path: "/lobbies",
  auth: [bot],
  limit: perApprovedApplication("lobby-create", limits.lobbyCreates),
  body: LobbyDraft,
  replies: { 201: Lobby },
  errors: [InvalidForm, UnknownUser],
});

export const getLobby = endpoint({
  id: "lobbies.get",
  source: "requirements 4.1",
  summary: "Get a lobby of the application.",
  method: "GET",
  path: "/lobbies/{lobby_id}",
  auth: [bot],
  limit: perApplication("lobby-get", limits.lobbyGets),
  replies: { 200: Lobby },
  errors: [UnknownLobby],
});

export const editLobby = endpoint({
  id: "lobbies.edit",
  source: "requirements 4.1",
  summary: "Update a lobby; given metadata and a given list of members replace the old ones.",
  method: "PATCH",
  path: "/lobbies/{lobby_id}",
  auth: [bot],
  limit: perApprovedApplication("lobby-edit", limits.lobbyEdits),
  body: LobbyDraft,
  replies: { 200: Lobby },
  errors: [InvalidForm, UnknownLobby, UnknownUser],
});

export const deleteLobby = endpoint({
  id: "lobbies.delete",
  source: "requirements 4.1",
  summary: "Delete a lobby; succeeds if it is already deleted.",
  method: "DELETE",
  path: "/lobbies/{lobby_id}",
  auth: [bot],
  limit: perApplication("lobby-delete", limits.lobbyDeletes),
  replies: { 204: none },
  errors: [UnknownLobby],
});

export const addLobbyMember = endpoint({
  id: "lobbies.addMember",
  source: "requirements 4.1",
  summary: "Add a user to a lobby, or update an existing member.",
  method: "PUT",
  path: "/lobbies/{lobby_id}/members/{user_id}",
  auth: [bot],
  limit: perApprovedApplication("lobby-member-add", limits.lobbyMemberAdds),
  body: LobbyMemberDraft,
  replies: { 200: LobbyMember },
  errors: [InvalidForm, MissingLobbyPermissions, UnknownLobby, UnknownUser],
});

export const removeLobbyMember = endpoint({
  id: "lobbies.removeMember",
  source: "requirements 4.1",
  summary: "Remove a user from a lobby; succeeds if they are not in it.",
  method: "DELETE",
  path: "/lobbies/{lobby_id}/members/{user_id}",
  auth: [bot],
  limit: perApprovedApplication("lobby-member-remove", limits.lobbyMemberRemoves),
  replies: { 204: none },
  errors: [UnknownLobby],
});
