// The world with which a test of what was played begins. Source: product.md, Journal.
import type { WorldFile } from "@antechamber/contract/control";
import type { Millis } from "../platform/clock.ts";
import type { ReadContext } from "../platform/context.ts";
import { withSnapshots, type WorldSnapshots } from "./snapshots/world-snapshots.ts";
import { exportWithIds } from "./world-file/export.ts";
import { withNames } from "./world-file/name-references.ts";

interface WorldThen {
  /** References are ids. */
  readonly world: WorldFile;
  /** References are names. */
  readonly named: WorldFile;
  readonly at: Millis;
}

/**
 * A world as a snapshot has it; without one as it is now, without messages, since those of what was
 * played are among them.
 *
 * @throws UnknownSnapshot, WorldTooLarge
 */
export async function worldThen(
  snapshots: WorldSnapshots,
  ctx: ReadContext,
  snapshot: string | undefined,
): Promise<WorldThen> {
  const { settings } = ctx;
  if (snapshot === undefined) {
    const world = await exportWithIds(ctx, { messages: true, files: true, plainConsents: false });
    return { world, named: await withNames(world), at: ctx.now };
  }
  const { stored, at } = await snapshots.named(snapshot);
  const without = { messages: false, files: true, plainConsents: false };
  const world = await withSnapshots(() =>
    stored.read((tx) => exportWithIds({ now: at, tx, settings }, without)),
  );
  return { world, named: await withNames(world), at };
}
