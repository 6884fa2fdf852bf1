// The endpoints for snapshots of a world. Source: product.md, Control plane.
import {
  deleteSnapshot,
  diffSnapshots,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
  type Snapshot,
} from "@antechamber/contract/control";
import { timestamp, type Static } from "@antechamber/contract/schema";
import { handleAsync, noContent, reply, type Binding } from "../../platform/handler.ts";
import type { ReadContext, Settings } from "../../platform/context.ts";
import type { SerialQueue } from "../../platform/async/serial-queue.ts";
import type { SlicedTask, TimeSlicer } from "../../platform/time/time-slicer.ts";
import { listBinding } from "../lists/list-binding.ts";
import { fromMemory } from "../lists/sources.ts";
import { exportWithIds, withoutBytes } from "../world-file/export.ts";
import type { SteeringDeps } from "../steering/steering.ts";
import { diffOf } from "./diff.ts";
import { entitiesOf } from "./entities.ts";
import { restoreWorld } from "./restore.ts";
import { withSnapshots, type WorldSnapshot, type WorldSnapshots } from "./world-snapshots.ts";

export interface SnapshotHandlerDeps extends SteeringDeps {
  readonly snapshots: WorldSnapshots;
  readonly settings: Settings;
  readonly slicer: TimeSlicer;
}

/**
 * The handlers of snapshots.
 *
 * @param moves the queue that serializes changes of the world and its clock
 */
export function snapshotHandlers(
  deps: SnapshotHandlerDeps,
  moves: SerialQueue,
): readonly Binding[] {
  const { snapshots, settings, slicer } = deps;

  function entitiesOfSnapshot({ stored, at }: WorldSnapshot, task: SlicedTask) {
    return stored.read((tx) => entitiesAt({ now: at, tx, settings }, task));
  }

  return [
    handleAsync(takeSnapshot, async (_work, { body }) => {
      const { name } = body();
      return reply(201, snapshotView(await moves.run(() => snapshots.take(name))));
    }),
    listBinding(slicer, listSnapshots, snapshotList(snapshots)),
    handleAsync(restoreSnapshot, async ({ work }, { params }) => {
      await moves.run(() =>
        withSnapshots(async () => restoreWorld(deps, work, await snapshots.named(params.name))),
      );
      return noContent;
    }),
    handleAsync(deleteSnapshot, async (_work, { params }) => {
      await moves.run(() => snapshots.drop(params.name));
      return noContent;
    }),
    handleAsync(diffSnapshots, async ({ work }, { params, query: { to } }) => {
      const from = await snapshots.named(params.name);
      const other = to && (await snapshots.named(to));
      const task = slicer.begin(Infinity);
      const then = await withSnapshots(() => entitiesOfSnapshot(from, task));
      const after = other
        ? await withSnapshots(() => entitiesOfSnapshot(other, task))
        : await work.read((ctx) => entitiesAt(ctx, task));
      return reply(200, await diffOf(then, after, task));
    }),
  ];
}

async function entitiesAt(ctx: ReadContext, task: SlicedTask) {
  return entitiesOf(await exportWithIds(ctx, withoutBytes), task);
}

function snapshotList(snapshots: WorldSnapshots) {
  return fromMemory({
    all: () => snapshots.all(),
    numberOf: ({ number }) => BigInt(number),
    texts: ({ name }) => [name],
    show: snapshotView,
  });
}

function snapshotView({
  name,
  at,
  takenAt,
  stored,
  counts,
}: WorldSnapshot): Static<typeof Snapshot> {
  const { bytes } = stored;
  return { name, at: timestamp(at), created_at: timestamp(takenAt), bytes, counts };
}
