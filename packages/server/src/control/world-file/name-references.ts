// Replaces ids by names in the references of an exported world, where a name is unambiguous. The
// schema of world files declares which fields are references, and to what.
import { World, type WorldFile } from "@antechamber/contract/control";
import {
  referencesIn,
  schemaFor,
  schemaOfPart,
  type EntityKind,
  type FoundReference,
} from "@antechamber/contract/schema";
import { nextTurn } from "../../platform/async/event-loop.ts";
import { EVERYONE } from "./load/roles.ts";
import { withReferences } from "./replace-references.ts";

/** How many entries of a list are processed before the event loop gets a turn. */
const BATCH = 200;

/** The names of one kind in one scope: of all users, or of the roles of one guild. */
class Names {
  readonly #nameById = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  add(id: string | null | undefined, name: string | null | undefined): void {
    if (id === undefined || id === null || name === undefined || name === null) return;
    this.#nameById.set(id, name);
    this.#uses.set(name, (this.#uses.get(name) ?? 0) + 1);
  }

  /** The name for an id, if it is unambiguous. */
  of(id: string): string | undefined {
    const name = this.#nameById.get(id);
    const isClear = name !== undefined && this.#uses.get(name) === 1 && !this.#nameById.has(name);
    return isClear ? name : undefined;
  }
}

/** Names by kind, in the whole world or in one guild or application. */
type NamesByKind = Readonly<Partial<Record<EntityKind, Names>>>;

interface NamesOfWorld {
  readonly everywhere: NamesByKind;
  /** The names within each guild, by its index in the file. */
  readonly guilds: readonly NamesByKind[];
  readonly applications: readonly NamesByKind[];
}

/** A world with names instead of ids, which loads as the same world. */
export async function withNames(world: WorldFile): Promise<WorldFile> {
  const names = namesOf(world);
  const named = { ...world } as Record<string, unknown>;
  for (const [key, list] of Object.entries(world)) {
    const schema = schemaOfPart(World, key);
    const items = schema && schemaOfPart(schemaFor(schema, list) ?? schema, 0);
    if (!Array.isArray(list) || items === undefined) continue;
    const entries: unknown[] = [];
    for (const [i, entry] of list.entries()) {
      const found = referencesIn(items, entry);
      entries.push(
        withReferences(entry, found, (each) => nameFor(names, each, [key, i]) ?? each.reference),
      );
      if (i % BATCH === BATCH - 1) await nextTurn();
    }
    named[key] = entries;
  }
  return named;
}

function namesOf({ users, applications = [], guilds = [], ...others }: WorldFile): NamesOfWorld {
  const everywhere = {
    user: new Names(),
    application: new Names(),
    guild: new Names(),
    role: new Names(),
    channel: new Names(),
  };
  for (const { id, username } of users ?? []) everywhere.user.add(id, username);
  for (const { id, name, bot } of applications) {
    everywhere.application.add(id, name);
    if (bot !== null) everywhere.user.add(id, bot?.username ?? name);
  }
  for (const { id, name } of others.private_channels ?? []) everywhere.channel.add(id, name);
  return {
    everywhere,
    applications: applications.map(({ skus = [], commands = [] }) => {
      const own = { sku: new Names(), command: new Names() };
      for (const { id, name } of skus) own.sku.add(id, name);
      for (const { id, name } of commands) own.command.add(id, name);
      return own;
    }),
    guilds: guilds.map((guild) => {
      const own = { role: new Names(), channel: new Names() };
      everywhere.guild.add(guild.id, guild.name);
      const roles = [{ id: guild.id, name: EVERYONE }, ...(guild.roles ?? [])];
      for (const table of [everywhere, own]) {
        for (const { id, name } of roles) table.role.add(id, name);
        for (const { id, name } of guild.channels ?? []) table.channel.add(id, name);
      }
      return own;
    }),
  };
}

function nameFor(
  names: NamesOfWorld,
  { kind, reference, takesNames }: FoundReference,
  [list, at]: readonly [string, number],
): string | undefined {
  if (!takesNames) return undefined;
  const inside =
    list === "guilds"
      ? names.guilds[at]
      : list === "applications"
        ? names.applications[at]
        : undefined;
  return (inside?.[kind] ?? names.everywhere[kind])?.of(reference);
}
