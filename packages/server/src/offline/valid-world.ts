// Fits a world that was assembled from elsewhere to the world-file format, by removing what is
// invalid.
import type { ValidationIssue } from "@antechamber/contract/schema";
import { valueAt, type Place } from "../control/world-file/json-path.ts";
import { loadWorld } from "../control/world-file/load.ts";
import { seededRandom } from "../platform/random.ts";
import type { Dump } from "../platform/store.ts";

/**
 * Validation is repeated, since some errors only show after others are fixed: a reference is
 * resolved only once its object is well-formed.
 */
const ROUNDS_MAX = 20;
/** The most kinds of removed content that are listed. */
const REMOVED_MAX = 40;

/** A world file that may still have errors. */
export interface AssembledWorld {
  readonly users?: readonly unknown[];
  readonly applications?: readonly unknown[];
  readonly guilds: readonly unknown[];
}

/** A world that was loaded without errors. */
export interface ValidWorld {
  readonly dump: Dump;
  /** What was removed, one line for each kind of place and reason. */
  readonly leftOut: readonly string[];
}

/**
 * Removes what is invalid from a world file, in rounds, until no error is left.
 *
 * @param now the Unix milliseconds at which it is loaded
 * @throws Error when none of its guilds is left
 */
export function validPartOf(world: AssembledWorld, now: number): ValidWorld {
  const issues: ValidationIssue[] = [];
  for (let round = 0; round < ROUNDS_MAX && world.guilds.length > 0; round += 1) {
    const deps = { systemNow: now, production: false, random: seededRandom("pull") };
    const loading = loadWorld(world, deps);
    if (loading.ok) return { dump: loading.world.dump, leftOut: summary(issues) };
    issues.push(...loading.issues);
    takeOut(world, loading.issues);
  }
  throw new Error(["the answers do not make a valid world:", ...summary(issues)].join("\n"));
}

/** Removes the value at the place of each error, or the object that lacks something there. */
function takeOut(world: object, issues: readonly ValidationIssue[]): void {
  const faulty = new Map<object, Set<string | number>>();
  for (const { path } of issues) {
    const [holder, step] = holderOf(world, path);
    faulty.set(holder, (faulty.get(holder) ?? new Set()).add(step));
  }
  for (const [holder, steps] of faulty) {
    if (!Array.isArray(holder)) {
      for (const step of steps) delete (holder as Record<string, unknown>)[step];
      continue;
    }
    // From the last index to the first, so that the remaining indices stay valid.
    const places = [...steps].map(Number);
    for (const at of places.toSorted((a, b) => b - a)) holder.splice(at, 1);
  }
}

/** Fields that identify an object: without them, the rest would mean something else. */
const decisive: ReadonlySet<unknown> = new Set(["id", "type"]);

/** The innermost object or list on a path that contains the next step. */
function holderOf(world: object, place: Place): readonly [object, string | number] {
  for (let end = place.length; end > 0; end -= 1) {
    if (end > 1 && decisive.has(place[end - 1])) continue;
    const [holder, step] = [valueAt(world, place.slice(0, end - 1)), place[end - 1] ?? ""];
    if (typeof holder === "object" && holder !== null && step in holder) return [holder, step];
  }
  return [world, ""];
}

function summary(issues: readonly ValidationIssue[]): readonly string[] {
  const places = new Set<string>();
  const counts = new Map<string, number>();
  for (const { path, code, message } of issues) {
    const steps = path.map((step) => (typeof step === "number" ? "[]" : `.${step}`));
    const place = steps.join("").slice(1);
    // Something that is missing because it was removed has its line already.
    if (code === "BASE_TYPE_REQUIRED" && places.has(place)) continue;
    places.add(place);
    const line = `${place}: ${message}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) =>
    count === 1 ? line : `${line} (${count} times)`,
  );
  if (lines.length <= REMOVED_MAX) return lines;
  return [...lines.slice(0, REMOVED_MAX), `and ${lines.length - REMOVED_MAX} more kinds`];
}
