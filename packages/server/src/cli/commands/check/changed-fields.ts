// Compares the fields of registered commands with those of a manifest.
import {
  CommandType,
  EntryPointHandler,
  InteractionContext,
} from "@antechamber/contract/command-types";

export type CommandFields = Readonly<Record<string, unknown>>;

/** The names of the fields that differ, by the command's name. */
export type ChangedFields = ReadonlyMap<string, readonly string[]>;

/** What determines the defaults of omitted fields. */
interface CommandPlace {
  /**
   * Whether the commands belong to a guild; those have no contexts and installation types of their
   * own.
   */
  readonly isGuild: boolean;
  /** The integration types of the application. */
  readonly integrationTypes: readonly number[];
}

/**
 * The fields that the author of a command sets, apart from its name and type; the service sets the
 * rest.
 */
const authorFields = [
  "name_localizations",
  "description",
  "description_localizations",
  "options",
  "default_member_permissions",
  "nsfw",
] as const;

/** The fields that differ, for each command that is both registered and in the manifest. */
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
    const fields = differingFields(withDefaults(old, place), withDefaults(after, place));
    const name = String(after["name"]);
    // A report names commands without their types, so commands with the same name share an entry.
    changed.set(name, [...new Set([...(changed.get(name) ?? []), ...fields])]);
  }
  return changed;
}

function keyOf({ type, name }: CommandFields): string {
  return JSON.stringify([type ?? CommandType.CHAT_INPUT, name]);
}

/**
 * The fields that an author sets, with the defaults of omitted ones. Source: protocol:
 * commands-and-interactions 2.2, 2.3.
 */
function withDefaults(command: CommandFields, { isGuild, integrationTypes }: CommandPlace) {
  const own = Object.fromEntries(authorFields.map((name) => [name, command[name]]));
  if (command["default_permission"] === false) own["default_member_permissions"] ??= "0";
  if (isGuild) return own;
  const { dm_permission, contexts, integration_types, handler, type } = command;
  const usualHandler =
    type === CommandType.PRIMARY_ENTRY_POINT ? EntryPointHandler.APP_HANDLER : undefined;
  return {
    ...own,
    // `contexts` takes precedence over the older `dm_permission`.
    dm_permission: Array.isArray(contexts)
      ? contexts.includes(InteractionContext.BOT_DM)
      : (dm_permission ?? true),
    contexts,
    integration_types: integration_types ?? integrationTypes,
    handler: handler ?? usualHandler,
  };
}

/** The names of the fields that differ. */
function differingFields(before: object, after: object): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const [own, other] = [before as CommandFields, after as CommandFields];
  return [...names].filter((name) => !isAlike(own[name], other[name]));
}

/**
 * Whether two values mean the same: in a command, an omitted field equals null, false and empty
 * values.
 */
function isAlike(before: unknown, after: unknown): boolean {
  if (isOmitted(before) || isOmitted(after)) return isOmitted(before) && isOmitted(after);
  if (typeof before !== "object" || typeof after !== "object") return before === after;
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) return false;
  return differingFields(before as object, after as object).length === 0;
}

function isOmitted(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isOmitted);
}
