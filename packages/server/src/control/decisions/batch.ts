// Many decisions in one call, about the stored state or a hypothetical one. Source: product.md,
// Control plane.
import { askDecisions, type DecisionOutcome } from "@antechamber/contract/control";
import { snowflakeKey, type Static, type ValidationIssue } from "@antechamber/contract/schema";
import { applicationOf } from "../../domains/applications/operations.ts";
import { commandKey, commands, type CommandRecord } from "../../domains/commands/command.ts";
import { setsIn } from "../../domains/commands/command-scope.ts";
import { decide as decideInSteps, outcomeOf } from "../../domains/commands/permissions/access.ts";
import type { CommandPermissionsRecord } from "../../domains/commands/permissions/command-permissions.ts";
import { channels } from "../../domains/guilds/guild.ts";
import {
  interactionContextOf,
  situationWith,
  type InteractionContext,
} from "../../domains/interactions/interaction-context.ts";
import { userOf } from "../../domains/users/operations.ts";
import { invalidForm } from "../../platform/api-error.ts";
import { derivedReadContext, type ReadContext } from "../../platform/context.ts";
import { handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { cachingReader } from "../../platform/cache/caching-reader.ts";
import { hypothetical } from "../../platform/transactions/hypothetical.ts";
import type { SlicedTask, TimeSlicer } from "../../platform/time/time-slicer.ts";
import { cellFinder, type FoundCell } from "./cells.ts";
import { tryOverlay } from "./overlay.ts";

type Asked = Static<(typeof askDecisions)["body"]>;
type Outcome = Static<typeof DecisionOutcome>;

/**
 * Decides every cell against one view of the store, to which the overlay is applied first.
 *
 * @throws InvalidForm with every reference that cannot be resolved, each at its path
 */
async function decideAll(
  ctx: ReadContext,
  { cells, overlay = {}, steps = false }: Asked,
  task: SlicedTask,
): Promise<Outcome[]> {
  const issues: ValidationIssue[] = [];
  const trial = hypothetical(ctx);
  const find = cellFinder({
    ctx: derivedReadContext(ctx, { tx: cachingReader(ctx.tx) }),
    trial,
    issues,
  });
  const found: FoundCell[] = [];
  for (const [i, cell] of cells.entries()) {
    const each = await find(cell, i);
    if (each !== undefined) found.push(each);
    await task.yieldIfDue();
  }
  await tryOverlay(trial, overlay, { cells: found, issues });
  if (issues.length > 0) throw invalidForm(...issues);
  // Nothing is written from here on, so reads may be cached.
  const decide = decider(derivedReadContext(ctx, { tx: cachingReader(trial.tx) }), steps);
  const outcomes: Outcome[] = [];
  for (const cell of found) {
    outcomes.push(await decide(cell));
    await task.yieldIfDue();
  }
  return outcomes;
}

/** Everything that a decision depends on except the command itself. */
interface Place {
  readonly context: InteractionContext;
  readonly sets: readonly CommandPermissionsRecord[];
}

/** Returns a function that decides cells, optionally with every step; cells share what it reads. */
function decider(seen: ReadContext, withSteps: boolean): (cell: FoundCell) => Promise<Outcome> {
  const places = new Map<string, Place>();
  const known = new Map<string, CommandRecord>();

  async function gather({ userId, applicationId, channel }: FoundCell): Promise<Place> {
    const [user, application, now] = await Promise.all([
      userOf(seen, userId),
      applicationOf(seen, applicationId),
      seen.tx.get(channels, snowflakeKey(channel.id)),
    ]);
    // A direct message that was never opened is in no store.
    const place = { user, application, channel: now ?? channel };
    const context = await interactionContextOf(seen, place);
    return { context, sets: await setsIn(seen, channel.guild_id, applicationId) };
  }

  async function placeOf(cell: FoundCell): Promise<Place> {
    const { userId, applicationId, channel } = cell;
    const key = [userId, applicationId, channel.id, ...(channel.recipientIds ?? [])].join(" ");
    const place = places.get(key) ?? (await gather(cell));
    places.set(key, place);
    return place;
  }

  async function commandOf({ command }: FoundCell): Promise<CommandRecord> {
    const key = commandKey(command, command.id);
    const changed = known.get(key) ?? (await seen.tx.get(commands, key)) ?? command;
    known.set(key, changed);
    return changed;
  }

  return async (cell) => {
    const { context, sets } = await placeOf(cell);
    const command = await commandOf(cell);
    const situation = situationWith(context, sets, { command, surface: command.type });
    const { denial, step } = outcomeOf(situation);
    const outcome = { allowed: denial === undefined, outcome: denial ?? "ALLOWED", step };
    return withSteps ? { ...outcome, decision: [...decideInSteps(situation).trace] } : outcome;
  };
}

/** The endpoint that decides many cells; it yields to other requests in between. */
export function decisionBatchHandlers(slicer: TimeSlicer): readonly Binding[] {
  return [
    handleAsync(askDecisions, async ({ work }, { body }) => {
      const form = body();
      const task = slicer.begin(Infinity);
      const results = await work.read((ctx) => decideAll(ctx, form, task));
      return reply(200, { results });
    }),
  ];
}
