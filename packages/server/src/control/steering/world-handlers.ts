import { InvalidJson, limits } from "@antechamber/contract";
import {
  followClock,
  getClock,
  getWorld,
  listJobs,
  moveClock,
  putWorld,
  resetWorld,
  type ClockView,
} from "@antechamber/contract/control";
import {
  parseTimestamp,
  timestamp,
  type DocumentText,
  type Static,
} from "@antechamber/contract/schema";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import { handle, handleAsync, noContent, reply, type Binding } from "../../platform/handler.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import type { Origin } from "../../platform/journal.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { notACursor } from "../lists/pager.ts";
import type { SerialQueue } from "../../platform/async/serial-queue.ts";
import { exportWorld } from "../world-file/export.ts";
import { placedIssues } from "../world-file/faults.ts";
import {
  jsonWorldText,
  parseWorldText,
  WorldFileError,
  type WorldText,
} from "../world-file/read.ts";
import { jsonOf, schemaAddress, yamlOf } from "../world-file/write.ts";
import type { SteeringDeps } from "./steering.ts";
import { resetToStart, replaceWorld } from "./world-replacement.ts";
import { steerClock, type Move } from "./clock-moves.ts";

/**
 * The endpoints that show, replace and reset the world, and show, move and follow its clock.
 *
 * @param moves the queue that serializes changes: two concurrent moves would each undo part of the
 *   other
 */
export function worldHandlers(deps: SteeringDeps, moves: SerialQueue): Binding[] {
  const { clock, followers } = deps;

  function clockView(): Static<typeof ClockView> {
    return { now: timestamp(clock.now()), frozen: clock.state().frozen };
  }

  return [
    handle(getWorld, async (ctx, { query: { without = [], format }, accept }) => {
      const [messages, files] = [without.includes("messages"), without.includes("files")];
      const world = await exportWorld(ctx, { messages, files });
      if (!wantsYaml(format, accept)) {
        return reply(200, { mediaType: "application/json", bytes: await jsonOf(world) });
      }
      const bytes = await yamlOf(world, schemaAddress(ctx.settings.publicUrl));
      return reply(200, { mediaType: "application/yaml", bytes });
    }),
    handleAsync(putWorld, async ({ work }, { body }) => {
      const text = await worldIn(body());
      const issues = await moves.run(() => replaceWorld(deps, work, text.value));
      if (issues.length > 0) throw invalidForm(...(await placedIssues(issues, text)));
      return noContent;
    }),
    handleAsync(resetWorld, async ({ work }) => {
      await moves.run(() => resetToStart(deps, work));
      return noContent;
    }),
    handle(getClock, async () => reply(200, clockView())),
    handleAsync(listJobs, async ({ work }, { query }) => {
      const { limit = limits.controlPageDefault.value, after } = query;
      return reply(200, await jobsPage(work, { limit, after }));
    }),
    handleAsync(moveClock, async ({ work, origin }, { body }) => {
      const move = body();
      return moves.run(async () => {
        await asEntry(deps, { move, origin }, async () => {
          await steerClock(deps, work, move);
          await followers.answerAll();
        });
        return reply(200, clockView());
      });
    }),
    handleAsync(followClock, async ({ whenGone }, { body }) => {
      const { follower, next } = body();
      if (!followers.hasRoom(follower)) {
        const message = `No more than ${limits.clockFollowers.value} programs may follow.`;
        throw invalidForm({ path: ["follower"], code: "CLOCK_FOLLOWERS", message });
      }
      const nextAt = next === undefined ? undefined : parseTimestamp(next);
      await followers.follow(follower, nextAt, whenGone);
      return reply(200, clockView());
    }),
  ];
}

/** Moves the clock and records the move in the journal. */
function asEntry(
  { journal, clock }: SteeringDeps,
  { move, origin }: { readonly move: Move; readonly origin: Origin | undefined },
  work: () => Promise<void>,
): Promise<void> {
  if (journal === undefined) return work();
  const from = timestamp(clock.now());
  return journal.moveClock({ name: `clock.${kindOf(move)}`, cause: origin?.cause }, work, () => {
    const to = timestamp(clock.now());
    const { frozen } = clock.state();
    const note = from === to ? `The clock stands at ${to}` : `The clock went from ${from} to ${to}`;
    return { note, payload: { from, to, frozen } };
  });
}

function kindOf({ advance, now, frozen }: Move): string {
  if (advance !== undefined) return "advance";
  if (now !== undefined) return "set";
  return frozen === false ? "release" : "freeze";
}

/** Upcoming jobs, as a page of a list. @throws InvalidForm */
async function jobsPage(
  { scheduler }: Transactions,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
) {
  try {
    const found = await scheduler.upcoming({ limit: limit + 1, ...definedFields({ after }) });
    const items = found.slice(0, limit).map((each) => ({ ...each, at: timestamp(each.at) }));
    return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  } catch (error) {
    throw error instanceof RangeError ? notACursor() : error;
  }
}

function wantsYaml(format: "json" | "yaml" | undefined, accept: string | undefined): boolean {
  return format === undefined
    ? /\b(application|text)\/yaml\b/i.test(accept ?? "")
    : format === "yaml";
}

/** @throws InvalidForm, InvalidJson with line and column */
async function worldIn({ mediaType, text }: DocumentText): Promise<WorldText> {
  const isJson = mediaType === "application/json";
  try {
    return isJson ? jsonWorldText(text, "world") : await parseWorldText(text, "world");
  } catch (error) {
    if (!(error instanceof WorldFileError)) throw error;
    if (isJson) throw new ApiError(InvalidJson, { message: error.message });
    const { value: most } = limits.worldFaults;
    const issues = error.lines.slice(0, most).map((message) => {
      return { path: [], code: "WORLD_FILE", message };
    });
    throw invalidForm(...issues);
  }
}
