// What somebody tries on the permissions page: other settings of commands, other permissions of roles,
// other overwrites of channels, other entries of who may use a command. Nothing of it is stored until it
// is applied.
import type { ControlInput } from "@antechamber/sdk/control";
import { call } from "../api/queries.ts";
import { asApplication } from "../parts/with-token.ts";

type Overlay = NonNullable<ControlInput<"control.decisions">["body"]["overlay"]>;

/** What a channel says of a role (type 0) or a member (type 1), as numbers of bits. */
export interface Overwrite {
  readonly id: string;
  readonly type: 0 | 1;
  readonly allow: string;
  readonly deny: string;
}

export const EntryType = { ROLE: 1, USER: 2, CHANNEL: 3 } as const;

/** Allows or denies a command to a role or a user, or in a channel. */
export interface Entry {
  readonly id: string;
  readonly type: (typeof EntryType)[keyof typeof EntryType];
  readonly permission: boolean;
}

export interface CommandSettings {
  /** The permissions that are asked of members by default; null: none. */
  readonly default_member_permissions?: string | null;
  readonly nsfw?: boolean;
  /** Where a global command is offered; null: everywhere. */
  readonly contexts?: readonly (0 | 1 | 2)[] | null;
}

export interface ChannelSettings {
  readonly permission_overwrites?: readonly Overwrite[];
  readonly nsfw?: boolean;
}

interface RoleSettings {
  /** The number of their bits. */
  readonly permissions?: string;
}

interface EntryList {
  readonly permissions?: readonly Entry[];
}

/** What is tried, by ids. Entries stand by command, or by application for all of its commands. */
export interface Changes {
  readonly commands: Readonly<Record<string, CommandSettings>>;
  readonly roles: Readonly<Record<string, RoleSettings>>;
  readonly channels: Readonly<Record<string, ChannelSettings>>;
  readonly entries: Readonly<Record<string, EntryList>>;
}

type Kind = keyof Changes;
type SettingsOf<K extends Kind> = Changes[K][string];

export const none: Changes = { commands: {}, roles: {}, channels: {}, entries: {} };

/** Something that may be changed, with what it is now. */
export interface Subject<K extends Kind> {
  readonly kind: K;
  readonly id: string;
  readonly now: SettingsOf<K>;
}

/** The same changes with another setting; one that is as it stands anyway is no change. */
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

/** How many settings are tried. */
export function countOf(changes: Changes): number {
  return Object.values(changes)
    .flatMap((subjects: Readonly<Record<string, object>>) => Object.values(subjects))
    .reduce((count, settings) => count + Object.keys(settings).length, 0);
}

/** The changes as a question to the service takes them; undefined without any. */
export function overlayOf(changes: Changes): Overlay | undefined {
  if (countOf(changes) === 0) return undefined;
  const { commands, roles, channels, entries } = changes;
  const ids = new Set([...Object.keys(commands), ...Object.keys(entries)]);
  const merged: Record<string, object> = {};
  for (const id of ids) merged[id] = { ...commands[id], ...entries[id] };
  return { roles, channels, commands: merged };
}

/** Whose commands are changed, where, and in whose name entries are. */
export interface Place {
  readonly application: string;
  readonly guild: string;
  /** Who may set entries: the API takes them of people alone. */
  readonly owner: { readonly id: string; readonly name: string };
  /** The guilds of commands, by command; undefined for global ones. */
  readonly guildOf: (command: string) => string | undefined;
}

interface Call {
  /** As people read it. */
  readonly text: string;
  readonly make: (world: string) => Promise<unknown>;
}

/** The calls that applying makes, in their order. */
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

/** Makes the calls, one after the other. @throws RestError for the first that is refused */
export async function apply(world: string, changes: Changes, place: Place): Promise<void> {
  for (const { make } of callsOf(changes, place)) await make(world);
}
