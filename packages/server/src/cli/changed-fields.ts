// Which fields of commands a manifest would change.

export type CommandFields = Readonly<Record<string, unknown>>;

/** The names of the fields, by the command's name. */
export type ChangedFields = ReadonlyMap<string, readonly string[]>;

/** What gives the defaults of what a command leaves out. */
interface CommandPlace {
  /** Commands of a guild have no contexts and kinds of installation of their own. */
  readonly isGuild: boolean;
  /** Those of the application. */
  readonly integrationTypes: readonly number[];
}

/** What the author of a command chooses beside its name and type; the service sets the rest. */
const chosen = [
  "name_localizations",
  "description",
  "description_localizations",
  "options",
  "default_member_permissions",
  "nsfw",
] as const;

const CHAT_INPUT = 1;
const ENTRY_POINT = 4;
const APP_HANDLER = 1;
const BOT_DM = 1;

/** The fields that differ of each command that stands on both sides. */
export function changedFields(
  registered: readonly CommandFields[],
  manifest: readonly CommandFields[],
  place: CommandPlace,
): ChangedFields {
  const before = new Map(registered.map((command) => [keyOf(command), command]));
  const changed = new Map<string, readonly string[]>();
  for (const after of manifest) {
    const old = before.get(keyOf(after));
    if (old === undefined) continue;
    const fields = differing(filledIn(old, place), filledIn(after, place));
    const name = String(after["name"]);
    // A report names commands without their types: those of one name share what they change.
    changed.set(name, [...new Set([...(changed.get(name) ?? []), ...fields])]);
  }
  return changed;
}

function keyOf({ type, name }: CommandFields): string {
  return JSON.stringify([type ?? CHAT_INPUT, name]);
}

/**
 * What was chosen of a command, with the defaults of what it leaves out. Source: protocol:
 * commands-and-interactions 2.2, 2.3.
 */
function filledIn(command: CommandFields, { isGuild, integrationTypes }: CommandPlace) {
  const own = Object.fromEntries(chosen.map((name) => [name, command[name]]));
  if (command["default_permission"] === false) own["default_member_permissions"] ??= "0";
  if (isGuild) return own;
  const { dm_permission, contexts, integration_types, handler, type } = command;
  const usualHandler = type === ENTRY_POINT ? APP_HANDLER : undefined;
  return {
    ...own,
    // Contexts win over the older field.
    dm_permission: Array.isArray(contexts) ? contexts.includes(BOT_DM) : (dm_permission ?? true),
    contexts,
    integration_types: integration_types ?? integrationTypes,
    handler: handler ?? usualHandler,
  };
}

/** Names of the fields that are not alike. */
function differing(before: object, after: object): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [own, other] = [before as CommandFields, after as CommandFields];
  return [...names].filter((name) => !isAlike(own[name], other[name]));
}

/** What is left out, null, false and what is empty mean the same in a command. */
function isAlike(before: unknown, after: unknown): boolean {
  if (isLeftOut(before) || isLeftOut(after)) return isLeftOut(before) && isLeftOut(after);
  if (typeof before !== "object" || typeof after !== "object") return before === after;
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return false;
  return differing(before as object, after as object).length === 0;
}

function isLeftOut(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isLeftOut);
}
