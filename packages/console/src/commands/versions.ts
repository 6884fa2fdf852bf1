// The versions of commands, taken from the journal of their registrations.
import type { types } from "@antechamber/sdk/control";

/** The calls that register commands; their replies contain the commands with their versions. */
export const registering: readonly string[] = [
  "commands.createGlobal",
  "commands.bulkOverwriteGlobal",
  "commands.editGlobal",
  "commands.createGuild",
  "commands.bulkOverwriteGuild",
  "commands.editGuild",
];

export interface CommandVersion {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The call that made the version. */
  readonly entry: types.WholeEntry;
  /** The fields that differ from the previous version; undefined for the first known version. */
  readonly changed: readonly string[] | undefined;
}

interface Registered {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** All versions in the replies of some calls, newest first. */
export function versionsIn(entries: readonly types.WholeEntry[]): readonly CommandVersion[] {
  const latest = new Map<string, Registered>();
  const versions: CommandVersion[] = [];
  for (const entry of entries) {
    for (const command of commandsIn(entry)) {
      const { id, name, version } = command;
      const before = latest.get(id);
      if (before?.version === version) continue;
      latest.set(id, command);
      const changed = before === undefined ? undefined : differing(before, command);
      versions.push({ id, name, version, entry, changed });
    }
  }
  return versions.toReversed();
}

function commandsIn({ response }: types.WholeEntry): readonly Registered[] {
  const { body } = response ?? {};
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  return list.filter(isRegistered);
}

function isRegistered(value: unknown): value is Registered {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, version } = value as Partial<Registered>;
  return [id, name, version].every((each) => typeof each === "string");
}

function differing(before: Registered, after: Registered): readonly string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => key !== "version" && old.get(key) !== now.get(key),
  );
}

function fieldsOf(command: Registered): ReadonlyMap<string, string> {
  return new Map(Object.entries(command).map(([key, value]) => [key, JSON.stringify(value)]));
}
