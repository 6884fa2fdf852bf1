// Hypothetical changes on the permissions page: settings of commands, permissions of roles,
// overwrites of channels, and permission entries of commands. Nothing is stored until the changes
// are applied.
import type { ControlInput } from "@antechamber/sdk/control";
import { call } from "../api/queries.ts";
import { asApplication } from "../parts/with-token.ts";

type Overlay = NonNullable<ControlInput<"control.decisions">["body"]["overlay"]>;

/** A channel's overwrite for a role (type 0) or a member (type 1), with bit sets as numbers. */
export interface Overwrite {
  readonly id: string;
  readonly type: 0 | 1;
  readonly allow: string;
  readonly deny: string;
}

export const EntryType = { ROLE: 1, USER: 2, CHANNEL: 3 } as const;

/** A permission entry of a command: for a role, a user or a channel. */
export interface Entry {
  readonly id: string;
  readonly type: (typeof EntryType)[keyof typeof EntryType];
  readonly permission: boolean;
}

export interface CommandSettings {
  /** The permissions that members need by default; null: none. */
  readonly default_member_permissions?: string | null;
  readonly nsfw?: boolean;
  /** Where a global command is available; null: everywhere. */
  readonly contexts?: readonly (0 | 1 | 2)[] | null;
}

export interface ChannelSettings {
  readonly permission_overwrites?: readonly Overwrite[];
  readonly nsfw?: boolean;
}

interface RoleSettings {
  /** The bit set as a number. */
  readonly permissions?: string;
}

interface EntryList {
  readonly permissions?: readonly Entry[];
}

/** The changes by id. Entries are listed by command, or by application for all of its commands. */
export interface Changes {
  readonly commands: Readonly<Record<string, CommandSettings>>;
  readonly roles: Readonly<Record<string, RoleSettings>>;
  readonly channels: Readonly<Record<string, ChannelSettings>>;
  readonly entries: Readonly<Record<string, EntryList>>;
}

type Kind = keyof Changes;
type SettingsOf<K extends Kind> = Changes[K][string];

export const none: Changes = { commands: {}, roles: {}, channels: {}, entries: {} };

/** An object that may be changed, with its current settings. */
export interface Subject<K extends Kind> {
  readonly kind: K;
  readonly id: string;
  readonly now: SettingsOf<K>;
}

/**
 * The changes with one more setting; a setting equal to the current one is removed from the
 * changes.
 */
export function withChange<K extends Kind>(
  changes: Changes,
  { kind, id, now }: Subject<K>,
  settings: SettingsOf<K>,
): Changes {
  const all = { ...changes[kind][id], ...settings };
  const differing = Object.entries(all).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify((now as Readonly<Record<string, unknown>>)[name]),
  );
  const { [id]: _before, ...others } = changes[kind] as Readonly<Record<string, object>>;
  const own = differing.length === 0 ? {} : { [id]: Object.fromEntries(differing) };
  return { ...changes, [kind]: { ...others, ...own } };
}

/** The number of changed settings. */
export function countOf(changes: Changes): number {
  return Object.values(changes)
    .flatMap((subjects: Readonly<Record<string, object>>) => Object.values(subjects))
    .reduce((count, settings) => count + Object.keys(settings).length, 0);
}

/** The changes in the format of a question to the service; undefined without any. */
export function overlayOf(changes: Changes): Overlay | undefined {
  if (countOf(changes) === 0) return undefined;
  const { commands, roles, channels, entries } = changes;
  const ids = new Set([...Object.keys(commands), ...Object.keys(entries)]);
  const merged: Record<string, object> = {};
  for (const id of ids) merged[id] = { ...commands[id], ...entries[id] };
  return { roles, channels, commands: merged };
}

/** The application, the guild, and the user for whom entries are set. */
export interface Place {
  readonly application: string;
  readonly guild: string;
  /** The user who sets entries, because the API does not accept them from bots. */
  readonly owner: { readonly id: string; readonly name: string };
  /** The guild of a command; undefined for a global one. */
  readonly guildOf: (command: string) => string | undefined;
}

interface Call {
  /** The call in words. */
  readonly text: string;
  readonly make: (world: string) => Promise<unknown>;
}

/** The calls that apply the changes, in order. */
export function callsOf(changes: Changes, place: Place): readonly Call[] {
  return [
    ...Object.entries(changes.roles).map(([role, body]) => roleCall(role, body)),
    ...Object.entries(changes.channels).map(([channel, body]) => channelCall(channel, body)),
    ...Object.entries(changes.commands).map(([id, body]) => commandCall(place, id, body)),
    ...Object.entries(changes.entries).map(([id, body]) => entryCall(place, id, body)),
  ];
}

function roleCall(role: string, body: RoleSettings): Call {
  return {
    text: `PATCH /control/v1/roles/${role} ${JSON.stringify(body)}`,
    make: (world) => call(world, "control.roles.edit", { path: { role }, body }),
  };
}

function channelCall(channel: string, body: ChannelSettings): Call {
  const input = { path: { channel }, body } as unknown as ControlInput<"control.channels.edit">;
  return {
    text: `PATCH /control/v1/channels/${channel} ${JSON.stringify(body)}`,
    make: (world) => call(world, "control.channels.edit", input),
  };
}

function commandCall({ application, guildOf }: Place, id: string, body: CommandSettings): Call {
  const guild = guildOf(id);
  const scope = guild === undefined ? "" : `/guilds/${guild}`;
  const path = `/applications/${application}${scope}/commands/${id}`;
  const act = { application, scope: "applications.commands.update", method: "PATCH" } as const;
  return {
    text: `PATCH ${path} ${JSON.stringify(body)}`,
    make: (world) => asApplication({ ...act, world, path, body }),
  };
}

function entryCall({ application, guild, owner }: Place, id: string, body: EntryList): Call {
  const path = `/applications/${application}/guilds/${guild}/commands/${id}/permissions`;
  const scope = "applications.commands.permissions.update";
  const act = { application, scope, user: owner.id, method: "PUT" } as const;
  return {
    text: `PUT ${path} ${JSON.stringify(body)} as ${owner.name}`,
    make: (world) => asApplication({ ...act, world, path, body }),
  };
}

/** Makes the calls one after another. @throws RestError for the first that is refused */
export async function apply(world: string, changes: Changes, place: Place): Promise<void> {
  for (const { make } of callsOf(changes, place)) await make(world);
}
