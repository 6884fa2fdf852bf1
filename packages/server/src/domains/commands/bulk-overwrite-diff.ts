// Matches the items of a bulk overwrite with stored commands.
// Source: protocol: commands-and-interactions 2.4, 10 #14, #15.
import {
  commandRules,
  type CommandRule,
  type CommandTypeNumber,
} from "@antechamber/contract/commands";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { requestedType, type CommandRecord } from "./command.ts";

/** The id, type and name of an item. */
export interface ItemIdentity {
  readonly id?: string | null;
  readonly type?: CommandTypeNumber | null;
  readonly name: string;
}

/** An item with the stored command that it replaces; undefined for a new command. */
export interface Match<Item> {
  readonly item: Item;
  readonly stored: CommandRecord | undefined;
}

export interface Matching<Item> {
  readonly matches: readonly Match<Item>[];
  readonly issues: readonly ValidationIssue[];
}

/**
 * Matches items by id; items without an id are matched by type and name with the remaining
 * commands. This way a command can be renamed while a new one takes its old name.
 */
export function matchItems<Item extends ItemIdentity>(
  stored: readonly CommandRecord[],
  items: readonly Item[],
): Matching<Item> {
  const byId = new Map(stored.map((command) => [command.id, command]));
  const claimed = new Set<string>();
  const issues: ValidationIssue[] = [];
  for (const [at, item] of items.entries()) {
    const { id } = item;
    if (id === undefined || id === null) continue;
    const rule = brokenById(item, byId.get(id), claimed.has(id));
    if (rule !== undefined) issues.push(issue(at, rule));
    claimed.add(id);
  }
  const unclaimed = stored.filter((command) => !claimed.has(command.id));
  const byName = new Map(unclaimed.map((command) => [nameOf(command), command]));
  const matches = items.map((item) => ({
    item,
    stored: byId.get(item.id ?? "") ?? byName.get(nameOf(item)),
  }));
  return { matches, issues };
}

function brokenById(
  item: ItemIdentity,
  stored: CommandRecord | undefined,
  isClaimed: boolean,
): CommandRule | undefined {
  if (stored === undefined) return commandRules.idUnknown;
  if (stored.type !== requestedType(item)) return commandRules.typeImmutable;
  return isClaimed ? commandRules.nameRepeated : undefined;
}

function issue(at: number, { at: field, code, message }: CommandRule): ValidationIssue {
  return { path: field === "" ? [at] : [at, field], code, message };
}

function nameOf(item: ItemIdentity): string {
  return `${requestedType(item)}:${item.name}`;
}
