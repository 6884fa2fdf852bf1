// The entities of a world, each with its path in a world file.
import type { comparedKinds, WorldFile } from "@antechamber/contract/control";
import type { SlicedTask } from "../../platform/time/time-slicer.ts";
import { isThreadType } from "../../domains/guilds/thread-fields.ts";
import { applicationDefaults } from "../world-file/load/applications.ts";
import { EVERYONE } from "../world-file/load/roles.ts";

/** An entry of a world file, or any object within one. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Entity {
  readonly kind: (typeof comparedKinds)[number];
  readonly id: string;
  readonly path: string;
  /** The entity's own fields, without the entities nested in it. */
  readonly fields: Fields;
}

/** The place of an entry in its list. */
interface Place {
  /** The object that the list is a field of. */
  readonly holder: Fields;
  readonly list: readonly Fields[];
  /** The entry's index in the list. */
  readonly at: number;
}

/** How the entries of a list are identified, and which lists are nested in them. */
interface ListOf {
  readonly kind: Entity["kind"];
  readonly idOf: (entry: Fields, place: Place) => string;
  readonly lists?: Readonly<Record<string, ListOf>>;
  /** An entry without an id that always exists, even when a file leaves it out. */
  readonly constant?: Fields;
  /** The fields that a file leaves out of an entry because they follow from its context. */
  readonly implied?: (entry: Fields, place: Place) => Fields;
}

function by(...names: readonly string[]): ListOf["idOf"] {
  return (entry) => names.map((name) => (entry[name] ?? "") as string).join(":");
}

function listOf(kind: Entity["kind"], idOf: ListOf["idOf"] = by("id")): ListOf {
  return { kind, idOf };
}

const commands: ListOf = {
  ...listOf("commands"),
  implied: (_entry, { holder }) => ({
    integration_types: holder["integration_types"] ?? applicationDefaults.integration_types,
  }),
};

const applications: ListOf = {
  ...listOf("applications"),
  lists: {
    commands,
    emojis: listOf("emojis"),
    role_connections: listOf("role_connections", by("user")),
    command_permissions: listOf("command_permissions", by("id", "guild_id")),
    external_identities: listOf("external_identities", by("type", "id")),
    skus: listOf("skus"),
    entitlements: listOf("entitlements"),
    subscriptions: listOf("subscriptions"),
  },
};

/** The @everyone role has its guild's id, and comes before all others. */
const roles: ListOf = {
  kind: "roles",
  idOf: ({ id }, { holder }) => (id ?? holder["id"]) as string,
  constant: { name: EVERYONE },
  implied: (_entry, { at }) => ({ position: at }),
};

/** Channels inherit the overwrites of their category unless they have their own. */
const channels: ListOf = {
  ...listOf("channels"),
  implied: ({ parent_id, type = 0 }, { list, at }) => {
    const category = list.find(({ id }) => id === parent_id);
    const inherited = category?.["permission_overwrites"] ?? [];
    const hasOwn = !isThreadType(type as number);
    return { position: at, ...(hasOwn ? { permission_overwrites: inherited } : {}) };
  },
};

const guilds: ListOf = {
  ...listOf("guilds"),
  lists: {
    roles,
    channels,
    members: listOf("members", by("user")),
    applications: {
      ...listOf("installs", by("application")),
      implied: (_entry, { holder }) => ({ installed_by: holder["owner"] }),
    },
    invites: listOf("invites", by("code")),
    scheduled_events: listOf("scheduled_events"),
    emojis: listOf("emojis"),
    stickers: listOf("stickers"),
    soundboard_sounds: listOf("soundboard_sounds"),
    stage_instances: listOf("stage_instances", by("channel")),
    webhooks: listOf("webhooks"),
    auto_moderation_rules: listOf("auto_moderation_rules"),
    join_requests: listOf("join_requests"),
    bans: listOf("bans", by("user")),
    voice_states: listOf("voice_states", by("user_id")),
  },
};

const lobbies: ListOf = {
  ...listOf("lobbies"),
  lists: { members: listOf("members", by("user")), messages: listOf("messages") },
};

/** Keys of a world file that are not lists of entities, or that only hold bytes. */
type NotListed = "$schema" | "clock" | "limits" | "gateway" | "files" | "images";

const worldLists: Readonly<Record<Exclude<keyof WorldFile, NotListed>, ListOf>> = {
  users: listOf("users"),
  teams: listOf("teams"),
  applications,
  guilds,
  user_installs: listOf("installs", by("user", "application")),
  access_tokens: listOf("tokens", by("token")),
  application_identities: listOf("application_identities", by("application", "type", "id")),
  lobbies,
  authorizations: listOf("authorizations", by("user", "application")),
  private_channels: listOf("private_channels"),
  messages: listOf("messages"),
  game_messages: listOf("game_messages"),
};

/** The entities of a world by their paths, parents before their children. */
export async function entitiesOf(
  world: WorldFile,
  task: SlicedTask,
): Promise<ReadonlyMap<string, Entity>> {
  const found = new Map<string, Entity>();
  const { limits } = world;
  if (limits !== undefined) {
    found.set("limits", { kind: "limits", id: "limits", path: "limits", fields: { limits } });
  }
  for (const entity of entitiesIn(world, worldLists, "")) {
    found.set(entity.path, entity);
    await task.yieldIfDue();
  }
  return found;
}

function* entitiesIn(
  holder: Fields,
  lists: Readonly<Record<string, ListOf>>,
  before: string,
): Generator<Entity, void, undefined> {
  for (const [key, declared] of Object.entries(lists)) {
    const list = withConstant((holder[key] ?? []) as readonly Fields[], declared);
    for (const [at, entry] of list.entries()) {
      const place = { holder, list, at };
      const { kind, lists: within = {} } = declared;
      const id = declared.idOf(entry, place);
      const path = `${before}${key}[${id}]`;
      const whole = { ...declared.implied?.(entry, place), ...entry };
      yield { kind, id, path, fields: without(whole, Object.keys(within)) };
      yield* entitiesIn(entry, within, `${path}.`);
    }
  }
}

function withConstant(list: readonly Fields[], { constant }: ListOf): readonly Fields[] {
  const hasAny = list.some(({ id }) => id === undefined);
  return constant === undefined || hasAny ? list : [constant, ...list];
}

function without(entry: Fields, keys: readonly string[]): Fields {
  const remaining = Object.entries(entry).filter(
    ([key, value]) => value !== undefined && !keys.includes(key),
  );
  return Object.fromEntries(remaining);
}
