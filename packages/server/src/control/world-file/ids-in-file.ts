// Finds the ids in a world file, whatever they identify.
import type { WorldFile } from "@antechamber/contract/control";
import { snowflakeAt } from "@antechamber/contract/schema";
import type { Millis } from "../../platform/clock.ts";

/** The form of an id, as opposed to a name. */
export const ID = /^[0-9]{17,19}$/;

/** Every id anywhere in a file. */
export function idsIn(world: WorldFile): ReadonlySet<string> {
  const found = new Set<string>();
  gatherIds(world, found);
  return found;
}

function gatherIds(value: unknown, into: Set<string>): void {
  if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) gatherIds(each, into);
  } else if (typeof value === "string" || typeof value === "bigint") {
    const text = value.toString();
    if (ID.test(text)) into.add(text);
  }
}

/**
 * How far ids may be ahead of a world's clock that was set back or stood still. Ids beyond that
 * were made elsewhere or by hand; ids that continue from them would encode wrong instants.
 */
const AHEAD_MAX_MS = 86_400_000;

/**
 * The largest id of a file that was issued at or after the current instant of its clock, above
 * which new ids must continue; undefined if the clock has passed all of them.
 */
export function newestIdAhead(world: WorldFile, now: Millis): string | undefined {
  const [from, until] = [BigInt(snowflakeAt(now)), BigInt(snowflakeAt(now + AHEAD_MAX_MS))];
  let newest = from - 1n;
  for (const text of idsIn(world)) {
    const id = BigInt(text);
    if (id > newest && id < until) newest = id;
  }
  return newest < from ? undefined : newest.toString();
}
