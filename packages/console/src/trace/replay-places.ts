// Where a trace can be made again: in copies of what its world was before it, or in worlds of others.
import type { types } from "@antechamber/sdk/control";

type Snapshot = Pick<types.Snapshot, "name" | "created_at">;
type Other = Pick<types.WorldView, "name" | "users">;

/**
 * The snapshots from before a trace, the last one first, since that has most of what the trace
 * needs; then the worlds in which there is somebody to act.
 *
 * @param begunAt when the trace began, in real time
 */
export function whereToReplay(
  snapshots: readonly Snapshot[],
  others: readonly Other[],
  begunAt: string,
): readonly string[] {
  const before = snapshots
    .filter((each) => Date.parse(each.created_at) <= Date.parse(begunAt))
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  return [
    ...before.map(({ name }) => `snapshot ${name}`),
    ...others.filter(({ users }) => users > 0).map(({ name }) => `world ${name}`),
  ];
}
