// Short definitions of a test's world, and the world file made from them.
import { sha256 } from "../client/environment.ts";

/** A world file as a value. Source: product.md, World file. */
export interface WorldFileDraft {
  readonly users?: readonly Draft[];
  readonly applications?: readonly Draft[];
  readonly guilds?: readonly (Draft | GuildRecipe)[];
  readonly [key: string]: unknown;
}

type Draft = Readonly<Record<string, unknown>>;

/** Roles with the names of their permissions. */
export type RoleRecipes = Readonly<Record<string, readonly string[]>>;

/** The content of a guild. */
export interface GuildParts {
  /** The owner's username; absent: a user just for this, since owners have every permission. */
  readonly owner?: string;
  /**
   * `#general`, or `#mods:private` for a channel that only the owner can see, also with roles:
   * `#mods:private(mods)`.
   */
  readonly channels?: readonly string[];
  /** The roles of each member, by username. */
  readonly members?: Readonly<Record<string, readonly string[]>>;
  /** The permissions of each role, by name: `{ mods: ["BAN_MEMBERS"] }`. */
  readonly roles?: RoleRecipes;
  /** Applications that are installed in the guild; absent: every application of the world. */
  readonly applications?: readonly string[];
}

/** The short definition of a guild. */
export interface GuildRecipe {
  readonly guildName: string;
  readonly parts: GuildParts;
}

/** A guild: `guild("Test", { channels: ["#general"], roles: { mods: ["BAN_MEMBERS"] } })`. */
export function guild(name: string, parts: GuildParts = {}): GuildRecipe {
  return { guildName: name, parts };
}

/** The user who owns guilds without a given owner, and does nothing else. */
const OWNER = "owner";

const usualGuild = guild("Test Guild", {
  channels: ["#general", "#games", "#support", "#tickets:private(mods)"],
  members: { alice: [], bob: [], mod: ["mods"] },
  roles: { mods: ["BAN_MEMBERS", "KICK_MEMBERS", "MANAGE_MESSAGES", "MODERATE_MEMBERS"] },
  applications: ["Concierge"],
});

/** The content of a world for which a test gives none. */
export const defaultWorld: WorldFileDraft = {
  users: [
    { username: "alice", locale: "en-US", email: "alice@example.com", verified: true },
    { username: "bob", locale: "de", email: "bob@example.com", verified: true },
    { username: "mod", email: "mod@example.com", verified: true },
  ],
  applications: [
    {
      name: "Concierge",
      owner: OWNER,
      client_secret: "concierge-secret",
      integration_types: [0, 1],
      redirect_uris: ["http://127.0.0.1/callback"],
      bot: { intents: ["GUILD_MEMBERS", "GUILD_PRESENCES", "MESSAGE_CONTENT"] },
    },
    {
      name: "Arena",
      owner: OWNER,
      client_secret: "arena-secret",
      redirect_uris: ["http://127.0.0.1/callback"],
    },
  ],
  guilds: [usualGuild],
};

/** An application with the credentials that a world file gives it. */
export interface WrittenApplication {
  readonly id: string;
  readonly name: string;
  readonly botToken: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** An application of an opened world, with its credentials. */
export interface KnownApplication extends WrittenApplication {
  /** The key by which it verifies interactions and webhook events, in hexadecimal. */
  readonly publicKey: string;
}

/** A user with the token that their own client signs in with. */
export interface KnownUser {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

/** A world file that contains every id and secret that tests need at once. */
export interface CompleteWorld<A extends WrittenApplication = WrittenApplication> {
  readonly file: Draft;
  readonly users: readonly KnownUser[];
  readonly applications: readonly A[];
  readonly guilds: readonly { readonly id: string; readonly name: string }[];
  /** The default definition of further guilds. */
  readonly recipe: GuildRecipe;
}

/** The initial time of worlds' clocks. */
export const FIRST_INSTANT = "2026-01-01T00:00:00Z";

/** What a world file is completed with. */
export interface Completion {
  /** The same seed gives the same ids and tokens. */
  readonly seed: string;
  readonly limits?: string | undefined;
  readonly clock?: { readonly now?: string; readonly frozen?: boolean } | undefined;
  readonly helloDelay?: number | undefined;
}

/**
 * Fills in what a draft with `guild(…)` leaves out from the default world: its users, with everyone
 * that guilds name added, and its applications.
 */
function filledIn(draft: WorldFileDraft): WorldFileDraft {
  const recipes = (draft.guilds ?? []).filter(isRecipe);
  if (recipes.length === 0) return draft;
  const { users: known = [], applications } = defaultWorld;
  const names = new Set(known.map((user) => nameIn(user, "username")));
  const named = recipes.flatMap(({ parts: { owner, members = {} } }) => [
    ...(owner === undefined ? [] : [owner]),
    ...Object.keys(members),
  ]);
  const others = [...new Set(named)].filter((name) => !names.has(name));
  return {
    ...draft,
    users: draft.users ?? [...known, ...others.map((username) => ({ username }))],
    ...(applications === undefined ? {} : { applications: draft.applications ?? applications }),
  };
}

/** A draft as a world file, still without generated ids and secrets. */
export function expandedWorld(draft: WorldFileDraft) {
  const { applications = [], guilds = [] } = draft;
  const names = applications.map((each) => nameIn(each, "name"));
  return {
    ...draft,
    users: withOwner(draft),
    applications,
    guilds: guilds.map((each) => (isRecipe(each) ? guildOf(each, names) : each)),
  };
}

/** Makes a complete world file, with ids and secrets that depend on the seed only. */
export function completeWorld(
  given: WorldFileDraft,
  { seed, limits, clock, helloDelay = 0 }: Completion,
): CompleteWorld {
  const draft = filledIn(given);
  const ids = idsFrom(seed);
  const expanded = expandedWorld(draft);
  const users = expanded.users.map((user) => ({
    ...user,
    id: textIn(user, "id") ?? ids(),
    username: nameIn(user, "username"),
    token: textIn(user, "token") ?? `user-${secretOf(seed, nameIn(user, "username"))}`,
  }));
  const applications = expanded.applications.map((each) => application(each, seed, ids));
  const guilds = expanded.guilds.map((each) => ({ ...each, id: textIn(each, "id") ?? ids() }));
  return {
    users,
    applications: applications.map(({ known }) => known),
    guilds: guilds.map((each) => ({ id: each.id, name: nameIn(each, "name") })),
    recipe: draft.guilds?.find(isRecipe) ?? usualGuildOf(expanded),
    file: {
      ...draft,
      clock: {
        now: FIRST_INSTANT,
        frozen: true,
        ...(draft["clock"] as object | undefined),
        ...clock,
      },
      ...(limits === undefined ? {} : { limits }),
      gateway: { hello_delay_ms: helloDelay },
      users,
      applications: applications.map(({ file }) => file),
      guilds,
    },
  };
}

/** The usual guild, limited to members and applications that the world has. */
function usualGuildOf({
  users,
  applications,
}: Pick<ReturnType<typeof expandedWorld>, "users" | "applications">): GuildRecipe {
  const { guildName, parts } = usualGuild;
  const { members = {}, applications: installed = [] } = parts;
  const people = new Set(users.map((user) => nameIn(user, "username")));
  const names = applications.map((each) => nameIn(each, "name"));
  const there = installed.filter((each) => names.includes(each));
  return guild(guildName, {
    ...parts,
    members: Object.fromEntries(Object.entries(members).filter(([name]) => people.has(name))),
    applications: there.length > 0 ? there : names,
  });
}

function textIn(draft: Draft, key: string): string | undefined {
  const value = draft[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** @throws TypeError when an object has no name by which tests could refer to it */
function nameIn(draft: Draft, key: "name" | "username"): string {
  const name = textIn(draft, key);
  if (name === undefined) throw new TypeError(`the world of a test lacks ${key}`);
  return name;
}

function isRecipe(each: Draft | GuildRecipe): each is GuildRecipe {
  return "guildName" in each;
}

/** The users, with the default owner of guilds added if needed. */
function withOwner({
  users = [],
  guilds = [],
  applications = [],
}: WorldFileDraft): readonly Draft[] {
  const isNamed = users.some((user) => user["username"] === OWNER);
  const isNeeded =
    guilds.some((each) => isRecipe(each) && each.parts.owner === undefined) ||
    applications.some((each) => each["owner"] === OWNER);
  return isNeeded && !isNamed ? [...users, { username: OWNER }] : users;
}

function application(draft: Draft, seed: string, ids: () => string) {
  const id = textIn(draft, "id") ?? ids();
  const name = nameIn(draft, "name");
  const bot = (draft["bot"] ?? {}) as Draft;
  const isBot = draft["bot"] !== null;
  // The first part of a bot token is its id. Source: product.md, World file.
  const first = Buffer.from(id).toString("base64url");
  const botToken = textIn(bot, "token") ?? `${first}.kit.${secretOf(seed, name)}`;
  const clientSecret = textIn(draft, "client_secret") ?? secretOf(seed, `${name}-secret`);
  const known: WrittenApplication = { id, name, botToken, clientId: id, clientSecret };
  const file = {
    ...draft,
    id,
    client_secret: clientSecret,
    bot: isBot ? { ...bot, token: botToken } : null,
  };
  return { known, file };
}

/** The world-file form of a guild for an existing world. */
export function guildFile(name: string, { parts }: GuildRecipe, world: CompleteWorld): Draft {
  const names = world.users.map(({ username }) => username);
  const { owner = names.includes(OWNER) ? OWNER : names[0] } = parts;
  const named = owner === undefined ? parts : { ...parts, owner };
  return guildOf(
    guild(name, named),
    world.applications.map((each) => each.name),
  );
}

function guildOf({ guildName, parts }: GuildRecipe, installed: readonly string[]): Draft {
  const { owner = OWNER, channels = ["#general"], members = {}, roles = {} } = parts;
  const { applications = installed } = parts;
  return {
    name: guildName,
    owner,
    roles: Object.entries(roles).map(([name, permissions]) => ({
      name,
      permissions,
    })),
    channels: channels.map(channelOf),
    members: [
      ...(Object.hasOwn(members, owner) ? [] : [{ user: owner }]),
      ...Object.entries(members).map(([user, held]) => ({ user, roles: held })),
    ],
    applications: applications.map((each) => ({
      application: each,
      scopes: ["bot", "applications.commands"],
      permissions: ["ADMINISTRATOR"],
    })),
  };
}

/** `#general`, `#mods:private`, `#tickets:private(mods)`. */
function channelOf(text: string): Draft {
  const parts = /^#?([^:]+?)(?::private(?:\(([^)]*)\))?)?$/.exec(text);
  const [, name = text, roles] = parts ?? [];
  if (!text.includes(":private")) return { name, type: 0 };
  const allowed = (roles ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return {
    name,
    type: 0,
    permission_overwrites: [
      { id: "@everyone", type: 0, deny: ["VIEW_CHANNEL"] },
      ...allowed.map((role) => ({ id: role, type: 0, allow: ["VIEW_CHANNEL"] })),
    ],
  };
}

/** Generates ids in a range that depends on the seed. */
function idsFrom(seed: string): () => string {
  const start = sha256(seed).readUInt32BE(0);
  // Ids from the year 2025, so that they are older than those that the world generates.
  let next = 1_350_000_000_000_000_000n + BigInt(start) * 4096n;
  return () => String((next += 1n));
}

function secretOf(seed: string, name: string): string {
  return sha256(`${seed}\n${name}`).toString("hex").slice(0, 32);
}
