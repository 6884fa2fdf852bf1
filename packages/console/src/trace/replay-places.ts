// Where a trace can be replayed: in copies of snapshots from before it, or in other worlds.
import type { types } from "@antechamber/sdk/control";

type Snapshot = Pick<types.Snapshot, "name" | "created_at">;
type Other = Pick<types.WorldView, "name" | "users">;

/**
 * The snapshots from before a trace, the latest first, because it has most of what the trace needs;
 * then the worlds that have users.
 *
 * @param begunAt when the trace started, in real time
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
