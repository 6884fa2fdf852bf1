// A world file with at least one entity of every kind.
import { snowflakeAt } from "@antechamber/contract/schema";
import { demo, demoWorld } from "../../control/world-file/demo-world.ts";

const [application] = demoWorld.applications ?? [];
const [guild] = demoWorld.guilds ?? [];
const now = Date.UTC(2026, 10, 21);

/** Ids of entities that tests use. */
export const full = {
  goldId: "600000000000000001",
  eventId: "700000000000000001",
  hallId: "300000000000000032",
  lobbyId: "800000000000000001",
  gateId: "300000000000000100",
  /** The token of the bot of a team's application. */
  crewToken: "crew-token",
  /** The id of a message, and of the thread that started from it. */
  messageId: snowflakeAt(now - 60_000),
} as const;

const [coinId, stageId, newsId, talkId] = [
  "600000000000000002",
  "700000000000000006",
  "300000000000000033",
  "700000000000000002",
];
const hash = "0".repeat(32);

const concierge = {
  ...application,
  approved_scopes: ["role_connections.write"],
  commands: [{ name: "ping", description: "Pings" }],
  command_permissions: [
    {
      id: "ping",
      guild_id: "Test Guild",
      permissions: [{ id: "mods", type: 1, permission: true }],
    },
  ],
  emojis: [{ name: "own", image: hash }],
  skus: [
    { id: full.goldId, name: "Gold" },
    { id: coinId, name: "Coin", type: 3 },
  ],
  entitlements: [
    { sku: "Coin", user: "bob", type: 4 },
    { sku: "Coin", guild: "Test Guild", ends_at: "2027-01-01T00:00:00Z" },
  ],
  subscriptions: [{ user: "alice", skus: ["Gold"], renewal_skus: ["Gold"] }],
};

const channels = [
  ...(guild?.channels ?? []),
  { id: full.hallId, name: "hall", type: 13 },
  { id: newsId, name: "news", type: 5 },
  {
    id: "300000000000000034",
    name: "ideas",
    type: 15,
    available_tags: [{ name: "bug", emoji_name: "🐞" }],
    permission_overwrites: [
      { id: "mods", allow: "1024" },
      { id: "bob", type: 1, deny: "1024" },
    ],
  },
  {
    id: full.messageId,
    name: "more",
    type: 11,
    parent_id: "general",
    owner_id: "bob",
    members: ["alice"],
  },
];

const invites = [
  { code: "plain", channel: "general", inviter: "alice", max_age: 3600, max_uses: 5, uses: 1 },
  {
    code: "stream",
    channel: "voice",
    inviter: "bob",
    created_at: "2026-11-20T00:00:00Z",
    max_age: 0,
    temporary: true,
    target_type: 1,
    target_user: "bob",
    roles: ["mods"],
  },
  { code: "game", channel: "voice", target_type: 2, target_application: "Concierge" },
];

const events = [
  {
    id: full.eventId,
    name: "Standup",
    location: "here",
    creator: "bob",
    scheduled_start_time: "2040-01-01T00:00:00Z",
    scheduled_end_time: "2040-01-01T01:00:00Z",
    exceptions: [
      {
        event_id: full.eventId,
        event_exception_id: snowflakeAt(Date.UTC(2040, 0, 3)),
        scheduled_start_time: null,
        scheduled_end_time: null,
        is_canceled: true,
      },
    ],
    subscribers: [{ user: "bob" }],
  },
  {
    id: talkId,
    name: "Talk",
    channel: "hall",
    scheduled_start_time: "2026-11-20T00:00:00Z",
    status: 2,
  },
];

const webhooks = [
  { channel: "general", name: "Hook", token: "hook-token", user: demo.aliceId },
  { channel: "general", name: "Own", token: "own-token", application: "Concierge" },
  { channel: "general", name: "News", followed_guild: demo.guildId, followed_channel: newsId },
];

const rules = [
  {
    name: "Words",
    creator: "bob",
    trigger_type: 1,
    trigger_metadata: { keyword_filter: ["cat"] },
    actions: [
      { type: 1, metadata: { custom_message: "No" } },
      { type: 2, metadata: { channel_id: "general" } },
    ],
    exempt_roles: ["mods"],
    exempt_channels: ["voice"],
  },
  {
    name: "Names",
    trigger_type: 6,
    trigger_metadata: { keyword_filter: ["cat"] },
    actions: [{ type: 4 }],
  },
];

const settings = {
  features: ["COMMUNITY", "WELCOME_SCREEN_ENABLED"],
  welcome_screen: {
    description: "Hi",
    welcome_channels: [{ channel_id: "general", description: "Talk", emoji_name: "👋" }],
  },
  onboarding: {
    prompts: [{ title: "Which?", options: [{ title: "One", role_ids: ["mods"] }] }],
    default_channel_ids: ["general"],
  },
  new_member_welcome: {
    welcome_message: { author_ids: [demo.aliceId], message: "Hello" },
    new_member_actions: [{ channel_id: "general", title: "Say hi", emoji: { name: "👋" } }],
    resource_channels: [{ channel_id: "general", title: "Rules" }],
  },
};

const testGuild = {
  ...guild,
  ...settings,
  channels,
  members: [{ user: "alice" }, { user: "bob", nick: "bobby", roles: ["mods"], mute: true }],
  bans: [{ user: "carol", reason: "spam" }],
  invites,
  scheduled_events: events,
  emojis: [{ name: "wave", user: "bob", image: hash }],
  stickers: [{ name: "wave", user: "bob" }],
  soundboard_sounds: [{ name: "horn", user: "bob", volume: 0.5, emoji_name: "📯" }],
  stage_instances: [{ id: stageId, channel: "hall", topic: "Ships", scheduled_event: talkId }],
  webhooks,
  auto_moderation_rules: rules,
  voice_states: [
    { user_id: "alice", channel_id: "hall" },
    { user_id: "bob", channel_id: "voice", self_mute: true },
  ],
};

/** A guild that reviews each join request. */
const gate = {
  id: full.gateId,
  name: "Gate",
  owner: "alice",
  features: ["MEMBER_VERIFICATION_GATE_ENABLED", "MEMBER_VERIFICATION_MANUAL_APPROVAL"],
  applications: [{ application: "Concierge", scopes: ["bot"], permissions: "8" }],
  channels: [{ name: "door" }],
  invites: [{ code: "door", channel: "door" }],
  soundboard_sounds: [{ name: "bell" }],
  join_requests: [
    { user: "carol" },
    { user: "dave", status: "REJECTED", actioned_by: demo.aliceId, rejection_reason: "No" },
  ],
};

const poll = {
  question: { text: "Tea?" },
  answers: [{ answer_id: 1, poll_media: { text: "Yes" } }],
  expiry: "2026-11-22T00:00:00Z",
  allow_multiselect: false,
  layout_type: 1,
  results: { is_finalized: false, answer_counts: [] },
};

const messages = [
  {
    id: full.messageId,
    channel_id: "general",
    author: "bob",
    content: "hello",
    flags: 32,
    reactions: [
      { emoji: "❤️", users: ["alice", "bob"] },
      { emoji: "🔥", users: ["bob"], super_users: ["alice"] },
    ],
  },
  {
    id: snowflakeAt(now - 2000),
    channel_id: "general",
    author: "alice",
    pinned: true,
    poll,
    poll_votes: [{ answer_id: 1, users: ["bob"] }],
  },
];

export const fullWorld = {
  ...demoWorld,
  clock: { now: "2026-11-21T00:00:00Z", frozen: true },
  users: [
    {
      ...demoWorld.users?.[0],
      premium_type: 2,
      connections: [{ type: "steam", id: "1", name: "a" }],
    },
    { ...demoWorld.users?.[1] },
    { username: "carol" },
    { username: "dave" },
  ],
  teams: [{ name: "Crew", owner: "alice", members: [{ user: "bob", role: "read_only" }] }],
  applications: [
    concierge,
    { id: "200000000000000002", name: "Crews", team: "Crew", bot: { token: full.crewToken } },
  ],
  guilds: [testGuild, gate],
  lobbies: [
    {
      id: full.lobbyId,
      application: "Concierge",
      members: [{ user: "alice", flags: 1 }],
      linked_channel: "general",
      messages: [{ id: snowflakeAt(now - 1000), author: "alice", content: "go" }],
    },
  ],
  messages,
};
