// Checks responses against the public machine specification of the API, with schemas that refuse
// extra keys.
import * as specification from "discord-api-spec/zod";
import { Compile } from "typebox/schema";
import { z } from "zod";

const scheduledEvent =
  "ExternalScheduledEventResponse | StageScheduledEventResponse | VoiceScheduledEventResponse";

const autoModerationRule =
  "KeywordRuleResponse | MLSpamRuleResponse | DefaultKeywordRuleResponse | MentionSpamRuleResponse | UserProfileRuleResponse";

const webhook =
  "ApplicationIncomingWebhookResponse | ChannelFollowerWebhookResponse | GuildIncomingWebhookResponse";
const anyChannel =
  "GuildChannelResponse | PrivateChannelResponse | PrivateGroupChannelResponse | ThreadResponse";

/**
 * The specification's schema names for each endpoint's response; `[]` marks a list, and `|`
 * separates alternatives.
 */
const schemaNames: Readonly<Record<string, string>> = {
  "applications.activityInstance": "EmbeddedActivityInstance",
  "applications.createAttachment": "ActivitiesAttachmentResponse",
  "applications.createEmoji": "EmojiResponse",
  "applications.edit": "PrivateApplicationResponse",
  "applications.editEmoji": "EmojiResponse",
  "applications.editMe": "PrivateApplicationResponse",
  "applications.emoji": "EmojiResponse",
  "applications.emojis": "ListApplicationEmojisResponse",
  "applications.get": "PrivateApplicationResponse",
  "applications.roleConnectionMetadata": "ApplicationRoleConnectionsMetadataItemResponse[]",
  "applications.setRoleConnectionMetadata": "ApplicationRoleConnectionsMetadataItemResponse[]",
  "applications.me": "PrivateApplicationResponse",
  "channels.addRecipient": "PrivateChannelResponse | PrivateGroupChannelResponse",
  "channels.createInvite": "GuildInviteResponse",
  "channels.invites": "GuildInviteResponse[]",
  "channels.createMessage": "MessageResponse",
  "channels.get": anyChannel,
  "channels.joinedArchivedThreads": "ThreadsResponse",
  "channels.privateArchivedThreads": "ThreadsResponse",
  "channels.publicArchivedThreads": "ThreadsResponse",
  "channels.searchThreads": "ThreadSearchResponse",
  "channels.threadMember": "ThreadMemberResponse",
  "channels.threadMembers": "ThreadMemberResponse[]",
  "guilds.activeThreads": "ThreadsResponse",
  "channels.delete": anyChannel,
  "channels.edit": anyChannel,
  "channels.crosspost": "MessageResponse",
  "channels.createMessageThread": "ThreadResponse",
  "channels.editMessage": "MessageResponse",
  "channels.message": "MessageResponse",
  "channels.pins": "PinnedMessagesResponse",
  "channels.pinsOld": "MessageResponse[]",
  "channels.follow": "ChannelFollowerResponse",
  "channels.messages": "MessageResponse[]",
  "channels.expirePoll": "MessageResponse",
  "channels.pollVoters": "PollAnswerDetailsResponse",
  "channels.reactions": "UserResponse[]",
  "channels.unlinkLobby": "GuildChannelResponse",
  "commands.bulkOverwriteGlobal": "ApplicationCommandResponse[]",
  "commands.bulkOverwriteGuild": "ApplicationCommandResponse[]",
  "commands.createGlobal": "ApplicationCommandResponse",
  "commands.createGuild": "ApplicationCommandResponse",
  "commands.editGlobal": "ApplicationCommandResponse",
  "commands.editPermissions": "CommandPermissionsResponse",
  "commands.editGuild": "ApplicationCommandResponse",
  "commands.getGlobal": "ApplicationCommandResponse",
  "commands.getGuild": "ApplicationCommandResponse",
  "commands.getPermissions": "CommandPermissionsResponse",
  "commands.listPermissions": "CommandPermissionsResponse[]",
  "commands.listGlobal": "ApplicationCommandResponse[]",
  "commands.listGuild": "ApplicationCommandResponse[]",
  "entitlements.create": "EntitlementResponse",
  "entitlements.get": "EntitlementResponse",
  "entitlements.list": "EntitlementResponse[]",
  "gateway.bot": "GatewayBotResponse",
  "gateway.get": "GatewayResponse",
  "guilds.autoModerationRule": autoModerationRule,
  "guilds.autoModerationRules": `${autoModerationRule}[]`,
  "guilds.createAutoModerationRule": autoModerationRule,
  "guilds.editAutoModerationRule": autoModerationRule,
  "guilds.joinRequests": "GuildJoinRequestsListResponse",
  "guilds.reviewJoinRequest": "GuildJoinRequestResponse",
  "guilds.auditLog": "GuildAuditLogResponse",
  "guilds.channels": "GuildChannelResponse[]",
  "guilds.changeOwnMember": "PrivateGuildMemberResponse",
  "guilds.setIncidentActions": "GuildIncidentsDataResponse",
  "guilds.addMember": "GuildMemberResponse",
  "guilds.ban": "GuildBanResponse",
  "guilds.bans": "GuildBanResponse[]",
  "guilds.bulkBan": "BulkBanUsersResponse",
  "guilds.countPrune": "GuildPruneResponse",
  "guilds.editMember": "GuildMemberResponse",
  "guilds.prune": "GuildPruneResponse",
  "guilds.createRole": "GuildRoleResponse",
  "guilds.editRole": "GuildRoleResponse",
  "guilds.moveRoles": "GuildRoleResponse[]",
  "guilds.role": "GuildRoleResponse",
  "guilds.createChannel": "GuildChannelResponse",
  "guilds.createEmoji": "EmojiResponse",
  "guilds.createSticker": "GuildStickerResponse",
  "guilds.editSticker": "GuildStickerResponse",
  "guilds.sticker": "GuildStickerResponse",
  "guilds.stickers": "GuildStickerResponse[]",
  "guilds.createSound": "SoundboardSoundResponse",
  "guilds.editSound": "SoundboardSoundResponse",
  "guilds.sound": "SoundboardSoundResponse",
  "guilds.sounds": "ListGuildSoundboardSoundsResponse",
  "soundboard.defaultSounds": "SoundboardSoundResponse[]",
  "guilds.createScheduledEventException": "GuildScheduledEventExceptionResponse",
  "guilds.editScheduledEventException": "GuildScheduledEventExceptionResponse",
  "guilds.scheduledEventUserCounts": "ScheduledEventUserCountResponse",
  "guilds.scheduledEventExceptionUsers": "ScheduledEventUserResponse[]",
  "guilds.scheduledEventUsers": "ScheduledEventUserResponse[]",
  "stages.create": "StageInstanceResponse",
  "stages.edit": "StageInstanceResponse",
  "stages.get": "StageInstanceResponse",
  "stickers.get": "GuildStickerResponse | StandardStickerResponse",
  "stickers.pack": "StickerPackResponse",
  "stickers.packs": "StickerPackCollectionResponse",
  "guilds.createScheduledEvent": scheduledEvent,
  "guilds.editEmoji": "EmojiResponse",
  "guilds.editScheduledEvent": scheduledEvent,
  "guilds.emoji": "EmojiResponse",
  "guilds.emojis": "EmojiResponse[]",
  "guilds.edit": "GuildResponse",
  "guilds.preview": "GuildPreviewResponse",
  "guilds.vanityUrl": "VanityURLResponse",
  "guilds.newMemberWelcome": "GuildHomeSettingsResponse",
  "guilds.welcomeScreen": "GuildWelcomeScreenResponse",
  "guilds.editWelcomeScreen": "GuildWelcomeScreenResponse",
  "guilds.onboarding": "UserGuildOnboardingResponse",
  "guilds.setOnboarding": "GuildOnboardingResponse",
  "guilds.templates": "GuildTemplateResponse[]",
  "guilds.createTemplate": "GuildTemplateResponse",
  "guilds.deleteTemplate": "GuildTemplateResponse",
  "guilds.editTemplate": "GuildTemplateResponse",
  "guilds.syncTemplate": "GuildTemplateResponse",
  "templates.get": "GuildTemplateResponse",
  "guilds.editWidgetSettings": "WidgetSettingsResponse",
  "guilds.widget": "WidgetResponse",
  "guilds.widgetSettings": "WidgetSettingsResponse",
  "guilds.get": "GuildWithCountsResponse",
  "guilds.ownVoiceState": "VoiceStateResponse",
  "guilds.voiceRegions": "VoiceRegionResponse[]",
  "guilds.voiceState": "VoiceStateResponse",
  "voice.regions": "VoiceRegionResponse[]",
  "guilds.invites": "GuildInviteResponse[]",
  "guilds.member": "GuildMemberResponse",
  "guilds.members": "GuildMemberResponse[]",
  "guilds.searchMembers": "GuildMemberResponse[]",
  "guilds.scheduledEvent": scheduledEvent,
  "guilds.scheduledEvents": `${scheduledEvent}[]`,
  "guilds.roles": "GuildRoleResponse[]",
  "guilds.searchMessages": "GuildSearchResponse | SearchIndexNotReadyResponse",
  "interactions.callback": "InteractionCallbackResponse",
  "invites.get": "GuildInviteResponse",
  "invites.revoke": "GuildInviteResponse",
  "invites.targetUsersJob": "TargetUsersJobStatusResponse",
  "lobbies.addMember": "LobbyMemberResponse",
  "lobbies.bulkMembers": "LobbyMemberResponse[]",
  "lobbies.create": "LobbyResponse",
  "lobbies.edit": "LobbyResponse",
  "lobbies.createMessage": "LobbyMessageResponse",
  "lobbies.get": "LobbyResponse",
  "lobbies.inviteMember": "LobbyGuildInviteResponse",
  "lobbies.inviteSelf": "LobbyGuildInviteResponse",
  "lobbies.linkChannel": "LobbyResponse",
  "lobbies.messages": "LobbyMessageResponse[]",
  "lobbies.join": "LobbyResponse",
  "oauth2.applicationMe": "PrivateApplicationResponse",
  "oauth2.keys": "OAuth2GetKeys",
  "oauth2.userinfo": "OAuth2GetOpenIDConnectUserInfoResponse",
  "oauth2.userinfoPost": "OAuth2GetOpenIDConnectUserInfoResponse",
  "skus.subscription": "SubscriptionResponse",
  "skus.subscriptions": "SubscriptionResponse[]",
  "guilds.integrations": "DiscordIntegrationResponse[]",
  "partnerSdk.token": "ProvisionalTokenResponse",
  "partnerSdk.botToken": "ProvisionalTokenResponse",
  "webhooks.getOriginal": "MessageResponse",
  "webhooks.editOriginal": "MessageResponse",
  "channels.createWebhook": "GuildIncomingWebhookResponse",
  "channels.webhooks": `${webhook}[]`,
  "guilds.webhooks": `${webhook}[]`,
  "webhooks.get": webhook,
  "webhooks.getByToken": webhook,
  "webhooks.edit": webhook,
  "webhooks.editByToken": webhook,
  "webhooks.followUp": "MessageResponse",
  "webhooks.getMessage": "MessageResponse",
  "webhooks.editMessage": "MessageResponse",
  "users.get": "UserResponse",
  "users.connections": "ConnectedAccountResponse[]",
  "users.guilds": "MyGuildResponse[]",
  "users.guildMember": "PrivateGuildMemberResponse",
  "users.editMe": "UserPIIResponse",
  "users.roleConnection": "ApplicationUserRoleConnectionResponse",
  "users.setRoleConnection": "ApplicationUserRoleConnectionResponse",
  "users.me": "UserPIIResponse",
  "users.ownEntitlements": "EntitlementResponse[]",
  "users.openChannel": "PrivateChannelResponse | PrivateGroupChannelResponse",
};

/**
 * Keys that we send beyond the specification, with the reasons. Any object may have them; a key
 * that the specification has for an object is still checked there.
 */
export const deliberateExtras: Readonly<Record<string, string>> = {
  versions: "requirements 2.2 names the command's version so; `version` stands beside it",
  permissions_new: "requirements 9: string twins stand beside the strings",
  allow_new: "requirements 9: string twins stand beside the strings",
  deny_new: "requirements 9: string twins stand beside the strings",
  summary: "protocol: gateway-oauth-limits 5.10, sent by the reference for old clients",
  linked_lobby: "protocol: lobbies-and-sdk 2.5",
  is_linkable: "protocol: lobbies-and-sdk 2.5",
  is_viewable_and_writeable_by_all_members: "protocol: lobbies-and-sdk 2.5",
};

/** Keys that may be null although the specification does not say so, with the reasons. */
const deliberateNulls: Readonly<Record<string, string>> = {
  application_id: "requirements 9: a channel's application_id may be null",
};

type Fields = Readonly<Record<string, unknown>>;

const isOfOnboarding = (feature: unknown) => String(feature).startsWith("GUILD_ONBOARDING");

/**
 * Values that the reference's public pages document and the specification lacks: which objects have
 * them, and the values that replace them for the check.
 */
const unspecified: readonly {
  readonly has: (value: Fields) => boolean;
  readonly instead: Fields;
}[] = [
  // The specification lacks media channels.
  { has: (value) => "available_tags" in value && value["type"] === 16, instead: { type: 15 } },
  // The specification lacks the reference type 1, of forwards.
  { has: (value) => "message_id" in value && value["type"] === 1, instead: { type: 0 } },
  // The specification lacks invites to a lobby's channel.
  { has: (value) => value["target_type"] === 5, instead: { target_type: 1 } },
  // The specification lacks the message type of a linked lobby's notice.
  { has: (value) => "mention_everyone" in value && value["type"] === 49, instead: { type: 0 } },
  // The specification lacks the guild features of onboarding.
  {
    has: ({ features }) => Array.isArray(features) && features.some(isOfOnboarding),
    instead: { features: [] },
  },
  // Templates have numbers as ids.
  {
    has: (value) => "afk_channel_id" in value && !("id" in value),
    instead: { afk_channel_id: null, system_channel_id: null },
  },
  { has: (value) => "template" in value, instead: { parent_id: null } },
  { has: (value) => "deny" in value && typeof value["id"] === "number", instead: { id: "1" } },
  // The specification only has the entitlement types of subscriptions and rewards.
  { has: (value) => "sku_id" in value && "application_id" in value, instead: { type: 8 } },
];

function asSpecified(value: object): object {
  const other = unspecified.find(({ has }) => has(value as Fields));
  return other === undefined ? value : { ...value, ...other.instead };
}

/** Adds to the properties of an object what we send on purpose. */
function widen(properties: Record<string, unknown>): void {
  for (const key of Object.keys(deliberateNulls)) {
    const { [key]: specified } = properties;
    properties[key] = specified === undefined ? {} : { anyOf: [specified, { type: "null" }] };
  }
  for (const key of Object.keys(deliberateExtras)) properties[key] ??= {};
}

interface Issue {
  readonly instancePath: string;
  readonly message: string;
}

interface Check {
  Check: (value: unknown) => boolean;
  Errors: (value: unknown) => [boolean, Issue[]];
}

const compiled = new Map<string, Check>();

function checkOf(name: string): Check {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const schema = (specification as unknown as Record<string, z.ZodType | undefined>)[
    `${name}Schema`
  ];
  if (schema === undefined) throw new Error(`the machine specification has no ${name}`);
  // The specification's timestamps end in Z; the reference writes an offset. Source:
  // gateway-oauth-limits 1.2.
  const json = z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.properties !== undefined) widen(jsonSchema.properties);
    },
  });
  const check = Compile(json as object) as unknown as Check;
  compiled.set(name, check);
  return check;
}

/** An invite's event without its location, which the specification lacks there. */
function withoutPlace(event: unknown): unknown {
  const { entity_metadata: _place, ...rest } = event as Fields;
  return rest;
}

/** The value in which `unspecified` values are replaced at every depth. */
function specifiedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(specifiedValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(asSpecified(value)).map(([key, each]) => [
      key,
      specifiedValue(key === "guild_scheduled_event" ? withoutPlace(each) : each),
    ]),
  );
}

function faultText({ instancePath: at, message }: Issue): string {
  if (message !== "schema is false") return `${at} ${message}`;
  return `${at} is not in the specification (deliberateExtras has the keys that we send on purpose)`;
}

/** The issues of a value against the schema with the fewest issues. */
function nearestFaults(names: readonly string[], value: unknown): readonly string[] {
  const tries = names.map((name) => {
    const check = checkOf(name);
    if (check.Check(value)) return [];
    return check.Errors(value)[1].map(faultText);
  });
  return tries.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** The issues of a response against the specification; none for endpoints that it lacks. */
export function specificationFaults(endpointId: string, status: number, body: unknown): string[] {
  const name = schemaNames[endpointId];
  if (name === undefined || status < 200 || status > 299 || body === undefined) return [];
  const names = name.replace("[]", "").split(" | ");
  const values = name.endsWith("[]") ? (body as unknown[]) : [body];
  return values.flatMap((value) =>
    nearestFaults(names, specifiedValue(value)).map((issue) => `${endpointId}: ${issue}`),
  );
}

/** Endpoints whose responses are checked against the specification. */
export const specifiedEndpoints: readonly string[] = Object.keys(schemaNames);
