// The world in which a test generated from the journal begins. Source: product.md, Journal.
import type { WorldFile } from "@antechamber/contract/control";
import type { Millis } from "../platform/clock.ts";
import type { ReadContext } from "../platform/context.ts";
import { withSnapshots, type WorldSnapshots } from "./snapshots/world-snapshots.ts";
import { exportWithIds, withoutBytes } from "./world-file/export.ts";
import { withNames } from "./world-file/name-references.ts";

interface WorldAt {
  /** The world with ids as references. */
  readonly world: WorldFile;
  /** The world with names as references. */
  readonly named: WorldFile;
  readonly at: Millis;
}

/**
 * A world as a snapshot holds it. Without a snapshot, the current world without its messages, since
 * the messages of the recorded session are among them.
 *
 * @throws UnknownSnapshot, WorldTooLarge
 */
export async function worldAtSnapshot(
  snapshots: WorldSnapshots,
  ctx: ReadContext,
  snapshot: string | undefined,
): Promise<WorldAt> {
  const { settings } = ctx;
  if (snapshot === undefined) {
    const world = await exportWithIds(ctx, { ...withoutBytes, messages: true });
    return { world, named: await withNames(world), at: ctx.now };
  }
  const { stored, at } = await snapshots.named(snapshot);
  const world = await withSnapshots(() =>
    stored.read((tx) => exportWithIds({ now: at, tx, settings }, withoutBytes)),
  );
  return { world, named: await withNames(world), at };
}
