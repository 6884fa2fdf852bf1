// Resolves the references of decision cells (user, application, channel, command) to records.
// Source: product.md, Control plane.
import { UnknownCommand, UnknownRole } from "@antechamber/contract";
import type { DecisionCell } from "@antechamber/contract/control";
import type { Static, ValidationIssue } from "@antechamber/contract/schema";
import { referencedApplication } from "../../domains/applications/references.ts";
import type { CommandRecord } from "../../domains/commands/command.ts";
import { findCommandOrParent } from "../../domains/commands/resolve-command.ts";
import { members, type ChannelRecord } from "../../domains/guilds/guild.ts";
import { requireMessages, rolesOf } from "../../domains/guilds/operations.ts";
import { referencedGuildChannel, roleNamedIn } from "../../domains/guilds/references.ts";
import { commandQueryFor } from "../../domains/interactions/command-query.ts";
import { actingUser } from "../../domains/users/acting-user.ts";
import { userDefaults, users, type UserRecord } from "../../domains/users/user.ts";
import { ApiError } from "../../platform/api-error.ts";
import type { Context, ReadContext } from "../../platform/context.ts";
import { orIssues } from "../simulate/refusal-issues.ts";
import { channelToLookAt } from "../simulate/references.ts";

type Cell = Static<typeof DecisionCell>;
type Place = ValidationIssue["path"];

/** A cell whose references are resolved. */
export interface FoundCell {
  readonly userId: string;
  readonly applicationId: string;
  readonly channel: ChannelRecord;
  readonly command: CommandRecord;
}

/** What resolving cells needs. */
export interface CellSearch {
  /** The unchanged state, with cached reads. */
  readonly ctx: ReadContext;
  /** Where the hypothetical members that cells describe by their roles are written. */
  readonly trial: Context;
  readonly issues: ValidationIssue[];
}

/** A cache that resolves each reference once, for all cells that repeat it. */
function onceEach<T>(): (key: string, find: () => Promise<T>) => Promise<T> {
  const found = new Map<string, Promise<T>>();
  return (key, find) => {
    const value = found.get(key) ?? find();
    found.set(key, value);
    return value;
  };
}

/** Returns a function that resolves a cell; references that cannot be resolved become issues. */
export function cellFinder({ ctx, trial, issues }: CellSearch) {
  const withRoles = roleHolders(trial);
  const userIds = onceEach<string>();
  const applicationIds = onceEach<string>();
  const channels = onceEach<ChannelRecord>();
  const roles = onceEach<string>();
  const commands = onceEach<CommandRecord>();

  const userId = (text: string) => userIds(text, async () => (await actingUser(ctx, text, [])).id);

  const applicationId = (text: string) =>
    applicationIds(text, async () => {
      return (await referencedApplication(ctx, { text, path: [] })).id;
    });

  /** Resolves a channel as the user would see it; without a user, among the channels of all guilds. */
  const channelFor = (named: string | undefined, text: string) =>
    channels(JSON.stringify([named, text]), async () => {
      const channel =
        named === undefined
          ? await referencedGuildChannel(ctx, { text, path: [] })
          : await channelToLookAt(ctx, {
              user: await actingUser(ctx, named),
              channel: text,
              path: [],
            });
      requireMessages(channel);
      return channel;
    });

  /** The id of a hypothetical member who has exactly these roles; undefined if a role is unknown. */
  async function holderOf(cell: Cell, channel: ChannelRecord, place: Place) {
    const guildId = channel.guild_id ?? "";
    const found: string[] = [];
    for (const [i, role] of (cell.roles ?? []).entries()) {
      const lookup = roles(JSON.stringify([guildId, role]), () => roleIn(ctx, guildId, role));
      const id = await orIssues(lookup, issues, [...place, "roles", i]);
      if (id !== undefined) found.push(id);
    }
    return found.length < (cell.roles ?? []).length ? undefined : withRoles(guildId, found);
  }

  return async (cell: Cell, i: number): Promise<FoundCell | undefined> => {
    const place = ["cells", i] as const;
    const application = await orIssues(applicationId(cell.application), issues, [
      ...place,
      "application",
    ]);
    const { user } = cell;
    const person = user && (await orIssues(userId(user), issues, [...place, "user"]));
    if (user !== undefined && person === undefined) return undefined;
    const at = [...place, "channel"];
    const channel = await orIssues(channelFor(user, cell.channel), issues, at);
    if (channel === undefined) return undefined;
    const holder = person ?? (await holderOf(cell, channel, place));
    if (application === undefined || holder === undefined) return undefined;
    const named = { applicationId: application, channel, command: cell.command };
    const key = JSON.stringify([application, channel.id, cell.command]);
    const lookup = commands(key, () => commandOf(ctx, named));
    const command = await orIssues(lookup, issues, [...place, "command"]);
    return command && { userId: holder, applicationId: application, channel, command };
  };
}

async function commandOf(
  ctx: ReadContext,
  named: Omit<Parameters<typeof commandQueryFor>[1], "target">,
): Promise<CommandRecord> {
  const lookup = await commandQueryFor(ctx, { ...named, target: undefined, path: [] });
  const command = await findCommandOrParent(ctx, lookup);
  if (command === undefined) throw new ApiError(UnknownCommand);
  return command;
}

/** The id of a guild's role; a name must be unique. */
async function roleIn(ctx: ReadContext, guildId: string, text: string): Promise<string> {
  const byId = (await rolesOf(ctx, guildId)).find((role) => role.id === text);
  const role = byId ?? (await roleNamedIn(ctx, [guildId], { text, path: [] }));
  if (role === undefined) throw new ApiError(UnknownRole);
  return role.id;
}

/** Returns a function that creates hypothetical members with given roles, one for each set of roles. */
function roleHolders(trial: Context): (guildId: string, roleIds: readonly string[]) => string {
  const memberIds = new Map<string, string>();
  return (guildId, roleIds) => {
    // Every member has the role with the guild's id implicitly.
    const own = [...new Set(roleIds)].filter((id) => id !== guildId).toSorted();
    const key = [guildId, ...own].join(" ");
    const known = memberIds.get(key);
    if (known !== undefined) return known;
    const id = trial.id();
    memberIds.set(key, id);
    const user: UserRecord = { ...userDefaults, id, username: `member-${id}` };
    trial.tx.put(users, user);
    trial.tx.put(members, {
      ...members.defaults,
      guild_id: guildId,
      user_id: id,
      roles: own,
      joined_at: "",
    });
    return id;
  };
}
