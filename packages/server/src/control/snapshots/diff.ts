// The differences between two states of a world: entity by entity, and field by field.
import { limits } from "@antechamber/contract";
import type { SnapshotDiff } from "@antechamber/contract/control";
import { isPlainObject, type Static } from "@antechamber/contract/schema";
import { isDeepStrictEqual } from "node:util";
import type { SlicedTask } from "../../platform/time/time-slicer.ts";
import type { Entity, Fields } from "./entities.ts";

type Diff = Static<typeof SnapshotDiff>;
type Entities = ReadonlyMap<string, Entity>;

/** The number of changes that the lists of a diff may still take in total. */
class Room {
  #left = limits.snapshotChanges.value;
  /** True when an item did not fit. */
  isCut = false;

  put<T>(list: T[], item: T): void {
    if (this.#left > 0) list.push(item);
    else this.isCut = true;
    this.#left -= 1;
  }
}

/** Compares two states; yields to other requests in between. */
export async function diffOf(before: Entities, after: Entities, task: SlicedTask): Promise<Diff> {
  const room = new Room();
  const diff: Diff = { added: [], removed: [], changed: [] };
  for (const { fields, ...place } of before.values()) {
    const now = after.get(place.path);
    if (now === undefined) room.put(diff.removed, { ...place, before: fields });
    else for (const change of changesIn(place, fields, now.fields)) room.put(diff.changed, change);
    await task.yieldIfDue();
  }
  for (const { fields, ...place } of after.values()) {
    if (!before.has(place.path)) room.put(diff.added, { ...place, after: fields });
    await task.yieldIfDue();
  }
  return room.isCut ? { ...diff, cut: true } : diff;
}

/** The fields that differ; objects are compared field by field. */
function* changesIn(
  place: Omit<Entity, "fields">,
  before: Fields,
  after: Fields,
): Generator<Diff["changed"][number], void, undefined> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (isDeepStrictEqual(old, now)) continue;
    const path = place.kind === "limits" ? place.path : `${place.path}.${key}`;
    if (isPlainObject(old) && isPlainObject(now)) yield* changesIn({ ...place, path }, old, now);
    else {
      yield {
        ...place,
        path,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      };
    }
  }
}
