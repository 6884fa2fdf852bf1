import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { full, fullWorld } from "../../testing/worlds/full-world.ts";
import { issuesOf } from "../../testing/worlds/loaded-worlds.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";
import { setAt, valueAt, type Place } from "./json-path.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A kind of entity: where the API shows it, and where it is in a world file. */
interface Kind {
  readonly read: string;
  readonly at: Place;
  /** The credential to read it with; absent: the bot's. */
  readonly as?: string;
  /** The key of the response that contains the objects. */
  readonly under?: string;
  /** Keys of the file's entries that responses lack: secrets, and the users who did something. */
  readonly keeps?: readonly string[];
}

const guildPath = `/guilds/${demo.guildId}`;
const own = `/applications/${demo.applicationId}`;
const events = `${guildPath}/scheduled-events`;
const gate = `/guilds/${full.gateId}/requests`;
const application = ["applications", 0];
const guild = ["guilds", 0];
const requests = { at: ["guilds", 1, "join_requests"], under: "guild_join_requests" };
const ofAlice = { as: demo.aliceToken };
const bought = ["commands", "emojis", "skus", "entitlements", "subscriptions"];
const inside = ["channels", "members", "applications", "invites", "scheduled_events"];

const kinds: Readonly<Record<string, Kind>> = {
  "a user": { read: "/users/@me", at: ["users", 0], ...ofAlice, keeps: ["token"] },
  connections: { read: "/users/@me/connections", at: ["users", 0, "connections"], ...ofAlice },
  "an application": {
    read: "/applications/@me",
    at: application,
    keeps: ["client_secret", "approved_scopes", "bot", ...bought],
  },
  "a bot": { read: "/users/@me", at: [...application, "bot"], keeps: ["token", "intents"] },
  "a team": {
    read: "/applications/@me",
    at: ["teams", 0],
    as: `Bot ${full.crewToken}`,
    under: "team",
  },
  commands: { read: `${own}/commands`, at: [...application, "commands"] },
  "permissions of commands": {
    read: `${own}${guildPath}/commands/permissions`,
    at: [...application, "command_permissions"],
  },
  "emojis of an application": {
    read: `${own}/emojis`,
    at: [...application, "emojis"],
    under: "items",
  },
  SKUs: { read: `${own}/skus`, at: [...application, "skus"] },
  entitlements: { read: `${own}/entitlements`, at: [...application, "entitlements"] },
  subscriptions: {
    read: `/skus/${full.goldId}/subscriptions?user_id=${demo.aliceId}`,
    at: [...application, "subscriptions"],
  },
  "a guild": {
    read: `${guildPath}?with_counts=true`,
    at: guild,
    keeps: [...inside, "stage_instances", "voice_states", "webhooks"],
  },
  roles: { read: `${guildPath}/roles`, at: [...guild, "roles"] },
  "a channel": { read: `/channels/${full.hallId}`, at: [...guild, "channels", 3] },
  "a thread": {
    read: `/channels/${full.messageId}`,
    at: [...guild, "channels", 1],
    keeps: ["members"],
  },
  members: { read: `${guildPath}/members?limit=100`, at: [...guild, "members"] },
  bans: { read: `${guildPath}/bans`, at: [...guild, "bans"] },
  invites: { read: `${guildPath}/invites`, at: [...guild, "invites"] },
  "an invite without metadata": {
    read: "/invites/stream",
    at: [...guild, "invites", 2],
    keeps: ["inviter"],
  },
  "scheduled events": {
    read: `${events}?with_user_count=true`,
    at: [...guild, "scheduled_events"],
    keeps: ["subscribers"],
  },
  "subscribers of an event": {
    read: `${events}/${full.eventId}/users?with_member=true`,
    at: [...guild, "scheduled_events", 0, "subscribers"],
  },
  emojis: { read: `${guildPath}/emojis`, at: [...guild, "emojis"] },
  stickers: { read: `${guildPath}/stickers`, at: [...guild, "stickers"] },
  sounds: {
    read: `${guildPath}/soundboard-sounds`,
    at: [...guild, "soundboard_sounds"],
    under: "items",
  },
  "a stage": { read: `/stage-instances/${full.hallId}`, at: [...guild, "stage_instances", 0] },
  webhooks: { read: `${guildPath}/webhooks`, at: [...guild, "webhooks"] },
  "auto moderation rules": {
    read: `${guildPath}/auto-moderation/rules`,
    at: [...guild, "auto_moderation_rules"],
  },
  "requests to join": { read: `${gate}?status=SUBMITTED`, ...requests },
  "rejected requests to join": { read: `${gate}?status=REJECTED`, ...requests },
  "a voice state": {
    read: `${guildPath}/voice-states/${demo.bobId}`,
    at: [...guild, "voice_states", 1],
  },
  "a welcome screen": { read: `${guildPath}/welcome-screen`, at: [...guild, "welcome_screen"] },
  onboarding: { read: `${guildPath}/onboarding`, at: [...guild, "onboarding"] },
  "a guide for new members": {
    read: `${guildPath}/new-member-welcome`,
    at: [...guild, "new_member_welcome"],
  },
  templates: { read: `${guildPath}/templates`, at: [...guild, "templates"] },
  "a lobby": { read: `/lobbies/${full.lobbyId}`, at: ["lobbies", 0], keeps: ["messages"] },
  "messages of a lobby": {
    read: `/lobbies/${full.lobbyId}/messages`,
    at: ["lobbies", 0, "messages"],
    as: `Bearer ${demo.accessToken}`,
  },
  "a message with a thread and reactions": {
    read: `/channels/${demo.generalId}/messages/${full.messageId}`,
    at: ["messages", 0],
    ...ofAlice,
  },
};

/** What a service shows, without its own address. */
async function shownBy(service: TestService, { read, as, under }: Kind): Promise<unknown> {
  const auth = as ?? `Bot ${demo.botToken}`;
  const { status, text } = await service.call(`GET ${read}`, { auth });
  expect([read, status]).toEqual([read, 200]);
  const body = JSON.parse(text.replaceAll(service.url, "http://elsewhere")) as unknown;
  return under === undefined ? body : valueAt(body, [under]);
}

/** The shown objects with some keys of the file's own entries added. */
function beside(value: unknown, entry: unknown, keeps: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const entries = entry as readonly unknown[];
    return value.map((each, i) => beside(each, entries[i], keeps));
  }
  const extraFields = keeps.map((key) => [key, (entry as Fields)[key]]);
  return { ...(value as Fields), ...(Object.fromEntries(extraFields) as Fields) };
}

/** Adds the users who reacted, whom a message does not name. */
function withUsers(value: unknown): unknown {
  const message = value as { readonly reactions?: readonly object[] };
  const users = fullWorld.messages[0]?.reactions ?? [];
  if (message.reactions === undefined) return value;
  const reactions = message.reactions.map((each, i) => ({ ...users[i], ...each }));
  return { ...message, reactions };
}

describe("objects of the API, pasted into a world file unchanged", () => {
  let service: TestService;
  let file: object;

  beforeAll(async () => {
    service = await aService({ world: fullWorld, frozen: true });
    await service.asBot(`POST ${guildPath}/templates`, { name: "As it is" });
    file = (await service.control("GET /world")).body as object;
  });

  afterAll(() => service.stop());

  /** The world with an object instead of the file's own entry. */
  function pasted(at: Place, value: unknown): object {
    const world = structuredClone(file);
    setAt(world, at, value);
    return world;
  }

  test.each(Object.keys(kinds))("are loaded unchanged: %s", async (name) => {
    const kind = kinds[name] as Kind;
    const entities = await shownBy(service, kind);
    expect(entities).not.toEqual([]);
    const whole = withUsers(beside(entities, valueAt(file, kind.at), kind.keeps ?? []));
    const world = pasted(kind.at, whole);
    expect(issuesOf(world)).toEqual([]);
    const other = await aService({ world, frozen: true });
    expect(await shownBy(other, kind)).toEqual(entities);
    await other.control("POST /world/reset");
    expect(await shownBy(other, kind)).toMatchObject(withoutTokens(entities) as object);
    await other.stop();
  });

  test.each<[Place, unknown, string]>([
    [[...guild, "approximate_member_count"], 7, "3"],
    [[...guild, "webhooks", 0, "type"], 2, "1"],
    [[...guild, "webhooks", 0, "channel_id"], demo.voiceId, `"${demo.generalId}"`],
    [[...guild, "webhooks", 1, "application_id"], null, `"${demo.applicationId}"`],
    [["guilds", 1, "join_requests", 0, "guild_id"], demo.guildId, `"${full.gateId}"`],
    [["guilds", 1, "invites", 0, "guild_id"], demo.guildId, `"${full.gateId}"`],
    [["guilds", 1, "invites", 0, "guild"], "Test Guild", `"${full.gateId}"`],
    [[...guild, "invites", 2, "expires_at"], "2027-01-01T00:00:00Z", "null"],
    [[...guild, "scheduled_events", 0, "user_count"], 2, "1"],
    [[...guild, "scheduled_events", 0, "entity_id"], full.eventId, "null"],
    [[...guild, "scheduled_events", 0, "entity_metadata"], null, '{"location":"here"}'],
    [[...guild, "scheduled_events", 1, "channel_id"], demo.voiceId, `"${full.hallId}"`],
    [[...guild, "scheduled_events", 0, "creator_id"], demo.aliceId, `"${demo.bobId}"`],
    [[...guild, "scheduled_events", 0, "guild_scheduled_event_exceptions"], [], "[{"],
    [["guilds", 1, "soundboard_sounds", 0, "guild_id"], demo.guildId, `"${full.gateId}"`],
    [[...guild, "stage_instances", 0, "discoverable_disabled"], false, "true"],
    [[...guild, "auto_moderation_rules", 0, "event_type"], 2, "1"],
    [[...guild, "voice_states", 1, "mute"], false, "true"],
    [[...guild, "onboarding", "enabled"], true, "false"],
    [["guilds", 1, "join_requests", 0, "application_status"], "REJECTED", '"SUBMITTED"'],
    [["messages", 0, "reactions", 0, "count"], 3, "2"],
    [["messages", 0, "reactions", 1, "count_details"], { burst: 0 }, '{"burst":1,"normal":1}'],
    [["messages", 0, "reactions", 0, "burst_colors"], ["#ff0000"], "[]"],
    [[...application, "skus", 0, "access_type"], 2, "1"],
    [[...application, "entitlements", 0, "user_id"], demo.aliceId, `"${demo.bobId}"`],
    [[...application, "subscriptions", 0, "entitlement_ids"], [], '["'],
    [[...application, "emojis", 0, "roles"], [demo.guildId], "[]"],
  ])("must have correct derived fields: %j is not %j", (at, value, is) => {
    const [issue, ...others] = issuesOf(pasted(at, value));
    expect(issue).toContain(`this follows from other fields, and must be ${is}`);
    expect(others).toEqual([]);
  });

  test("with a count of reactions but no users are refused", () => {
    const line = "Users must be given: a count alone does not name who reacted.";
    const counted = { emoji: "🔥", count: 2, count_details: { burst: 1, normal: 1 } };
    const world = pasted(["messages", 0, "reactions"], [counted]);
    expect(issuesOf(world)).toEqual([`messages[0].reactions[0].users: ${line}`]);
  });

  test("may have a message's own thread", () => {
    const thread = { id: demo.generalId, type: 0, flags: 0 };
    expect(issuesOf(pasted(["messages", 0, "thread"], thread))).toEqual([
      `messages[0].thread.id: this follows from other fields, and must be "${full.messageId}"`,
    ]);
  });

  test.each([
    ["http://elsewhere/api/webhooks/700000000000000007/hook-token", "of another webhook"],
    ["http://elsewhere/api/webhooks/ID/other-token", "with another token"],
    ["http://elsewhere", "of nothing"],
  ])("must have the webhook's own URL: %s is that %s", (url) => {
    const at = [...guild, "webhooks", 0];
    const { id } = valueAt(file, at) as { readonly id: string };
    const world = pasted([...at, "url"], url.replace("ID", id));
    expect(issuesOf(world)).toEqual([
      `guilds[0].webhooks[0].url: this follows from other fields, and must end with /webhooks/${id}/ and the token`,
    ]);
  });
});

/** A webhook's token is stored hashed, so that none can be shown after a reset. */
function withoutTokens(entities: unknown): unknown {
  return JSON.parse(JSON.stringify(entities), (key, value: unknown) =>
    key === "token" || key === "url" ? undefined : value,
  );
}
