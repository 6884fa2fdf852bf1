import {
  CommandNameTaken,
  CommandType,
  EntryPointRequired,
  reportCommand,
  TooManyCommands,
  UnknownCommand,
  type CommandTypeNumber,
  type Fault,
} from "@antechamber/contract";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import {
  commandKey,
  commands,
  commandsMax,
  commandsOf,
  idsOf,
  kindKey,
  nameKey,
  placeIds,
  type CommandContent,
  type CommandPlace,
  type CommandRecord,
  type PlaceIds,
} from "./command.ts";
import {
  contentOf,
  editedForm,
  saysTheSame,
  type ContentEdit,
  type ContentForm,
} from "./content.ts";
import { countCreates } from "./creates.ts";
import { matchItems, type Match } from "./matching.ts";
import { placeFaults } from "./place-rules.ts";

/** A whole command of a bulk overwrite; with an id it changes that command. */
export interface CommandItem extends ContentForm {
  readonly id?: string | null;
}

/** Every command of a place in order of creation. */
export function commandsIn(ctx: ReadContext, place: PlaceIds): Promise<readonly CommandRecord[]> {
  return ctx.tx.find(commands, commandsOf(place));
}

/** A command of a place. @throws UnknownCommand when it is none, or lives elsewhere */
export async function commandOf(
  ctx: ReadContext,
  place: PlaceIds,
  id: string,
): Promise<CommandRecord> {
  const command = await ctx.tx.get(commands, commandKey(place, id));
  if (command === undefined) throw new ApiError(UnknownCommand);
  return command;
}

/**
 * Creates a command, or overwrites the one of the same type and name; what the form leaves out goes
 * back to its default.
 *
 * @throws InvalidForm, TooManyCommands, TooManyCommandCreates
 * @source protocol: commands-and-interactions 2.4
 */
export async function upsertCommand(
  ctx: Context,
  place: CommandPlace,
  form: ContentForm,
): Promise<{ command: CommandRecord; isNew: boolean }> {
  refuse(placeFaults(place, form));
  const ids = idsOf(place);
  const content = contentOf(place, form);
  const stored = await ctx.tx.lookup(commands, "name", nameKey(ids, content.type, content.name));
  if (stored !== undefined) return { command: rewritten(ctx, stored, content), isNew: false };
  const there = await ctx.tx.count(commands, { index: "kind", value: kindKey(ids, content.type) });
  refuseCount(content.type, there + 1);
  await countCreates(ctx, ids, 1);
  return { command: added(ctx, ids, content), isNew: true };
}

/**
 * Replaces parts of a command. Its type stays.
 *
 * @throws InvalidForm, CommandNameTaken
 * @source protocol: commands-and-interactions 2.4
 */
export async function editCommand(
  ctx: Context,
  { place, stored }: { readonly place: CommandPlace; readonly stored: CommandRecord },
  edit: ContentEdit,
): Promise<CommandRecord> {
  const form = editedForm(contentIn(stored), edit);
  const faults = placeFaults(place, edit);
  reportCommand(form, (path, code, message) => faults.push({ path, code, message }));
  refuse(faults);
  if (form.name !== stored.name) {
    const taken = nameKey(stored, stored.type, form.name);
    if ((await ctx.tx.lookup(commands, "name", taken)) !== undefined) {
      throw new ApiError(CommandNameTaken);
    }
  }
  return rewritten(ctx, stored, contentOf(place, form));
}

/** Deletes a command. */
export function removeCommand(ctx: Context, command: CommandRecord): void {
  ctx.tx.delete(commands, commandKey(command, command.id));
}

/**
 * Replaces every command of a place, all or nothing: items change the commands they match, the
 * other items are new, the other commands are deleted.
 *
 * @returns the commands in the order of the items
 * @throws InvalidForm, EntryPointRequired, TooManyCommands, TooManyCommandCreates
 * @source protocol: commands-and-interactions 2.4
 */
export async function overwriteCommands(
  ctx: Context,
  place: CommandPlace,
  items: readonly CommandItem[],
): Promise<readonly CommandRecord[]> {
  const ids = idsOf(place);
  const stored = await commandsIn(ctx, ids);
  const { matches, faults } = matchItems(stored, items);
  const ofPlace = items.flatMap((item, at) =>
    placeFaults(place, item).map((each) => ({ ...each, path: [at, ...each.path] })),
  );
  refuse([...faults, ...ofPlace]);
  const kept = new Set(matches.map((match) => match.stored?.id));
  const dropped = stored.filter((command) => !kept.has(command.id));
  if (dropped.some((command) => command.type === CommandType.PRIMARY_ENTRY_POINT)) {
    throw new ApiError(EntryPointRequired);
  }
  refuseCounts(matches);
  await countCreates(ctx, ids, matches.filter((match) => match.stored === undefined).length);
  for (const command of dropped) removeCommand(ctx, command);
  return matches.map((match) => {
    const content = contentOf(place, match.item);
    return match.stored === undefined
      ? added(ctx, ids, content)
      : rewritten(ctx, match.stored, content);
  });
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidForm(...faults);
}

function refuseCount(type: CommandTypeNumber, count: number): void {
  const most = commandsMax[type];
  if (count <= most) return;
  const message = `Maximum number of application commands reached (${most})`;
  throw new ApiError(TooManyCommands, { message });
}

function refuseCounts(matches: readonly Match<CommandItem>[]): void {
  for (const type of Object.values(CommandType)) {
    const count = matches.filter(
      ({ item }) => (item.type ?? CommandType.CHAT_INPUT) === type,
    ).length;
    refuseCount(type, count);
  }
}

function contentIn(command: CommandRecord): CommandContent {
  const {
    id: _id,
    application_id: _application,
    guild_id: _guild,
    version: _version,
    ...content
  } = command;
  return content;
}

/**
 * A new command. Its first version is the very next snowflake after its id (section 2.2 of the
 * notes).
 */
function added(ctx: Context, place: PlaceIds, content: CommandContent): CommandRecord {
  const id = ctx.id();
  // Two ids are taken, so that nothing else can have the version's number; they need not be
  // neighbours when the clock moves in between.
  ctx.id();
  const version = (BigInt(id) + 1n).toString();
  const command = { id, version, ...placeIds(place), ...content };
  ctx.tx.put(commands, command);
  return command;
}

/** A stored command with other content, under a new version unless it says the same. */
function rewritten(ctx: Context, stored: CommandRecord, content: CommandContent): CommandRecord {
  if (saysTheSame(contentIn(stored), content)) return stored;
  const command = { id: stored.id, version: ctx.id(), ...placeIds(stored), ...content };
  ctx.tx.put(commands, command);
  return command;
}
