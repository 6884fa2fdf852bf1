// Applies hypothetical changes to roles, channels and commands: uses the operations that would
// really change them, in a context whose writes are discarded. Source: product.md, Control plane.
import { UnknownCommand } from "@antechamber/contract";
import { CommandPermissionType } from "@antechamber/contract/commands";
import type { DecisionOverlay } from "@antechamber/contract/control";
import {
  anything,
  parserOf,
  type Static,
  type ValidationIssue,
} from "@antechamber/contract/schema";
import type { ApplicationRecord } from "../../domains/applications/application.ts";
import { applicationOf } from "../../domains/applications/operations.ts";
import { commands, commandsOf, type CommandRecord } from "../../domains/commands/command.ts";
import type { ContentEdit } from "../../domains/commands/normalize.ts";
import { editCommand, type ReadEdit } from "../../domains/commands/operations.ts";
import {
  commandPermissions,
  permissionKey,
  type PermissionEntry,
} from "../../domains/commands/permissions/command-permissions.ts";
import { unknownSubjects, withoutRepeated } from "../../domains/commands/permission-operations.ts";
import { channelsAndThreads, rolesOf } from "../../domains/guilds/operations.ts";
import { channelNamedIn, roleNamedIn } from "../../domains/guilds/references.ts";
import { isId, referencedUser, onlyCandidate } from "../../domains/users/references.ts";
import { ApiError, invalidForm, parsedValue } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { channelVerbs } from "../entities/channel-entity.ts";
import { roleVerbs } from "../entities/guild-entity.ts";
import { orIssues } from "../simulate/refusal-issues.ts";
import type { FoundCell } from "./cells.ts";

type Overlay = Static<typeof DecisionOverlay>;
type CommandChange = NonNullable<Overlay["commands"]>[string];

/** The endpoint has validated the fields of an edit already. */
const readEdit = parserOf(anything<ContentEdit>());

/** The applications and guilds that the cells ask about. */
interface Scope {
  readonly applicationIds: readonly string[];
  readonly guildIds: readonly string[];
}

function scopeOf(cells: readonly FoundCell[]): Scope {
  return {
    applicationIds: [...new Set(cells.map(({ applicationId }) => applicationId))],
    guildIds: [...new Set(cells.flatMap(({ channel }) => channel.guild_id ?? []))],
  };
}

/** Applies an overlay; changes that are impossible become issues at their paths. */
export async function tryOverlay(
  trial: Context,
  { roles = {}, channels = {}, commands: changed = {} }: Overlay,
  { cells, issues }: { readonly cells: readonly FoundCell[]; readonly issues: ValidationIssue[] },
): Promise<void> {
  const at = (kind: string, reference: string) => ["overlay", kind, reference];
  const scope = scopeOf(cells);
  for (const [reference, changes] of Object.entries(roles)) {
    const edited = changeRole(trial, { scope, reference }, changes);
    await orIssues(edited, issues, at("roles", reference));
  }
  for (const [reference, changes] of Object.entries(channels)) {
    const edited = changeChannel(trial, { scope, reference }, changes);
    await orIssues(edited, issues, at("channels", reference));
  }
  for (const [reference, changes] of Object.entries(changed)) {
    const edited = changeCommand(trial, { scope, reference }, changes);
    await orIssues(edited, issues, at("commands", reference));
  }
}

interface ReferenceInScope {
  readonly scope: Scope;
  readonly reference: string;
}

/** Changes a role; a name is looked up in the guilds of the cells before all others. */
async function changeRole(
  trial: Context,
  { scope, reference }: ReferenceInScope,
  changes: NonNullable<Overlay["roles"]>[string],
): Promise<void> {
  const here = await roleNamedIn(trial, scope.guildIds, { text: reference, path: [] });
  await roleVerbs.edit(trial, { role: here?.id ?? reference }, () => changes);
}

/** Changes a channel; a name is looked up in the guilds of the cells before all others. */
async function changeChannel(
  trial: Context,
  { scope, reference }: ReferenceInScope,
  changes: NonNullable<Overlay["channels"]>[string],
): Promise<void> {
  const here = await channelNamedIn(trial, scope.guildIds, { text: reference, path: [] });
  await channelVerbs.edit(trial, { channel: here?.id ?? reference }, () => changes);
}

async function changeCommand(
  trial: Context,
  target: ReferenceInScope,
  changes: CommandChange,
): Promise<void> {
  const found = await targetOf(trial, target);
  const { permissions, ...edit } = changes;
  const { command } = found;
  const isWanted = Object.keys(edit).length > 0;
  if (command === undefined && isWanted) throw new ApiError(UnknownCommand);
  if (command !== undefined && isWanted) {
    const of = { application: found.application, guildId: command.guild_id };
    const readWanted: ReadEdit = (rule) => parsedValue(readEdit(edit, rule));
    await editCommand(trial, { scope: of, stored: command }, readWanted);
  }
  if (permissions === undefined) return;
  const guildIds = command?.guild_id === undefined ? target.scope.guildIds : [command.guild_id];
  for (const guildId of guildIds) await replaceEntries(trial, { ...found, guildId }, permissions);
}

interface Target {
  readonly application: ApplicationRecord;
  /** Undefined for the application itself, which means all of its commands. */
  readonly command: CommandRecord | undefined;
}

/**
 * The command that a reference means among those of the cells' applications: its id, or its name if
 * it is unique. The id of an application means all of its commands.
 *
 * @throws UnknownCommand, InvalidForm when several have the name
 */
async function targetOf(trial: Context, { scope, reference }: ReferenceInScope): Promise<Target> {
  if (scope.applicationIds.includes(reference)) {
    return { application: await applicationOf(trial, reference), command: undefined };
  }
  const all = await commandsInQuestion(trial, scope);
  const byId = isId(reference) ? all.find(({ id }) => id === reference) : undefined;
  const named = all.filter(({ name }) => name === reference);
  const nameReference = { text: reference, path: [] };
  const command = byId ?? onlyCandidate(named, nameReference, ({ id }) => id);
  if (command === undefined) throw new ApiError(UnknownCommand);
  return { application: await applicationOf(trial, command.application_id), command };
}

async function commandsInQuestion(
  { tx }: Context,
  { applicationIds, guildIds }: Scope,
): Promise<readonly CommandRecord[]> {
  const places = applicationIds.flatMap((application_id) => [
    { application_id },
    ...guildIds.map((guild_id) => ({ application_id, guild_id })),
  ]);
  const found = await Promise.all(places.map((place) => tx.find(commands, commandsOf(place))));
  return found.flat();
}

/** Replaces the permission entries that a command, or its application, has in a guild. */
async function replaceEntries(
  trial: Context,
  { application, command, guildId }: Target & { readonly guildId: string },
  references: readonly PermissionEntry[],
): Promise<void> {
  const [roles, channels] = await Promise.all([
    rolesOf(trial, guildId),
    channelsAndThreads(trial, guildId),
  ]);
  const issues: ValidationIssue[] = [];
  const found = references.map((each, i) =>
    orIssues(withId(trial, guildId, each), issues, ["permissions", i, "id"]),
  );
  const named = await Promise.all(found);
  issues.push(...unknownSubjects(named, { guildId, roles, channels }));
  if (issues.length > 0) throw invalidForm(...issues);
  const entries = named.filter((each) => each !== undefined);
  const { id: application_id } = application;
  const set = {
    id: command?.id ?? application_id,
    application_id,
    guild_id: guildId,
    permissions: withoutRepeated(entries),
  };
  if (set.permissions.length === 0) trial.tx.delete(commandPermissions, permissionKey(set));
  else trial.tx.put(commandPermissions, set);
}

/**
 * A permission entry whose name is resolved to an id; an unknown role or channel is kept and
 * reported by a later check.
 *
 * @throws UnknownUser, InvalidForm when several have the name
 */
async function withId(
  trial: Context,
  guildId: string,
  each: PermissionEntry,
): Promise<PermissionEntry> {
  if (isId(each.id)) return each;
  const reference = { text: each.id, path: [] };
  const named = {
    [CommandPermissionType.ROLE]: () => roleNamedIn(trial, [guildId], reference),
    [CommandPermissionType.USER]: () => referencedUser(trial, reference),
    [CommandPermissionType.CHANNEL]: () => channelNamedIn(trial, [guildId], reference),
  };
  return { ...each, id: (await named[each.type]())?.id ?? each.id };
}
