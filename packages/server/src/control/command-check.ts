// Shows what applying a manifest of commands would do: runs the same overwrite in a hypothetical
// context whose writes are discarded. Source: product.md, Control plane.
import { limits, MissingAccess } from "@antechamber/contract";
import { OverwriteGlobalCommands, OverwriteGuildCommands } from "@antechamber/contract/commands";
import { checkCommands } from "@antechamber/contract/control";
import { parserOf, type IssueTree, type Static } from "@antechamber/contract/schema";
import { allowsCommands, guildInstallOf } from "../domains/applications/installs.ts";
import { referencedApplication } from "../domains/applications/references.ts";
import {
  idsOf,
  scopeKey,
  type CommandRecord,
  type CommandScope,
} from "../domains/commands/command.ts";
import { commandCreates, countingBatches } from "../domains/commands/daily-create-quota.ts";
import { commandsIn, overwriteCommands } from "../domains/commands/operations.ts";
import { commandPermissions } from "../domains/commands/permissions/command-permissions.ts";
import { referencedGuild } from "../domains/guilds/references.ts";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import type { Context, ReadContext } from "../platform/context.ts";
import { handleAsync, reply, type Binding } from "../platform/handler.ts";
import { hypothetical } from "../platform/transactions/hypothetical.ts";
import { lintCommands } from "./command-lint.ts";

type Verdict = Static<(typeof checkCommands)["replies"][200]>;
type Changes = Omit<Verdict, "errors" | "creates_left_today" | "lint">;

const readers = {
  global: parserOf(OverwriteGlobalCommands),
  guild: parserOf(OverwriteGuildCommands),
};

/** Parses a manifest by the schema of the endpoint that would apply it. @throws InvalidForm */
function itemsOf({ guildId }: CommandScope, manifest: unknown) {
  const reading = (guildId === undefined ? readers.global : readers.guild)(manifest);
  if (!reading.ok) throw invalidForm(...reading.issues);
  return reading.value ?? [];
}

/**
 * Overwrites the commands of a scope as the application could.
 *
 * @throws ApiError as that endpoint does
 */
async function apply(trial: Context, place: CommandScope, manifest: unknown): Promise<void> {
  const { application, guildId } = place;
  if (guildId !== undefined) {
    const install = await guildInstallOf(trial, guildId, application.id);
    if (!allowsCommands(install)) throw new ApiError(MissingAccess);
  }
  await overwriteCommands(trial, place, itemsOf(place, manifest));
}

/** The commands of a scope, and the ids of all of the application's that have permission entries. */
interface Registered {
  readonly commands: readonly CommandRecord[];
  readonly withEntries: ReadonlySet<string>;
}

async function registeredCommands(ctx: ReadContext, place: CommandScope): Promise<Registered> {
  const { application } = place;
  const search = { index: "application", value: application.id } as const;
  const [commands, sets] = await Promise.all([
    commandsIn(ctx, idsOf(place)),
    ctx.tx.find(commandPermissions, search),
  ]);
  return { commands, withEntries: new Set(sets.map(({ id }) => id)) };
}

const namesOf = (commands: readonly CommandRecord[]) => commands.map(({ name }) => name);

/** The changes to the commands of a scope. */
function changesBetween(before: Registered, after: Registered): Changes {
  const existing = new Map(before.commands.map((command) => [command.id, command]));
  const remainingIds = new Set(after.commands.map(({ id }) => id));
  const stayed = after.commands.flatMap((command) => {
    const old = existing.get(command.id);
    return old === undefined ? [] : [{ old, command }];
  });
  const renamed = stayed.filter(({ old, command }) => old.name !== command.name);
  const same = stayed.filter(({ old, command }) => old.version === command.version);
  const updated = stayed.filter((each) => !renamed.includes(each) && !same.includes(each));
  return {
    create: namesOf(after.commands.filter(({ id }) => !existing.has(id))),
    update: updated.map(({ command }) => command.name),
    rename: renamed.map(({ old, command }) => ({ from: old.name, to: command.name })),
    delete: namesOf(before.commands.filter(({ id }) => !remainingIds.has(id))),
    unchanged: same.map(({ command }) => command.name),
    loses_permissions: namesOf(
      before.commands.filter(({ id }) => before.withEntries.has(id) && !after.withEntries.has(id)),
    ),
  };
}

/** How many commands the application may still create in a scope today. */
async function remainingCreates(ctx: ReadContext, place: CommandScope): Promise<number> {
  const stored = await ctx.tx.get(commandCreates, scopeKey(idsOf(place)));
  const counting = countingBatches(stored?.batches ?? [], ctx.now);
  const used = counting.reduce((sum, { count }) => sum + count, 0);
  return Math.max(0, limits.commandCreates.value - used);
}

/** The error body with which the endpoint would refuse the manifest. */
function refusalOf(error: unknown): NonNullable<Verdict["errors"]> {
  if (!(error instanceof ApiError)) throw error;
  const { errors } = error.details as { readonly errors?: IssueTree };
  return errors ?? { code: error.declaration.code, message: error.message };
}

async function check(
  ctx: ReadContext,
  place: CommandScope,
  manifest: readonly unknown[],
): Promise<Verdict> {
  const lint = [...lintCommands(manifest, { isGuild: place.guildId !== undefined })];
  const trial = hypothetical(ctx);
  const before = await registeredCommands(ctx, place);
  const creates_left_today = await remainingCreates(ctx, place);
  try {
    await apply(trial, place, manifest);
  } catch (error) {
    // The overwrite is atomic: a refused manifest changes nothing.
    const changes = changesBetween(before, before);
    return { errors: refusalOf(error), ...changes, creates_left_today, lint };
  }
  const changes = changesBetween(before, await registeredCommands(trial, place));
  return { ...changes, creates_left_today, lint };
}

/** The endpoint that checks a manifest without writing anything. */
export const commandCheckHandlers: readonly Binding[] = [
  handleAsync(checkCommands, async ({ work }, { params, query, body }) => {
    const verdict = await work.read(async (ctx) => {
      const named = { text: params.application, path: ["application"] };
      const application = await referencedApplication(ctx, named);
      const { guild: text } = query;
      const guild =
        text === undefined ? undefined : await referencedGuild(ctx, { text, path: ["guild"] });
      return check(ctx, { application, guildId: guild?.id }, body());
    });
    return reply(200, verdict);
  }),
];
