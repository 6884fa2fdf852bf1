// What was put together from elsewhere, as a world: whatever no world file knows is taken out.
import type { ValidationIssue } from "@antechamber/contract/schema";
import { valueAt, type Place } from "./control/world-file/json-path.ts";
import { loadWorld } from "./control/world-file/load.ts";
import { seededRandom } from "./platform/random.ts";
import type { Dump } from "./platform/store.ts";

/** Faults lie one below the other: a reference is looked at once the form of what has it is right. */
const ROUNDS_MAX = 20;
/** Kinds of what is left out that are named. */
const LEFT_OUT_MAX = 40;

/** A world file that may have faults yet. */
export interface AssembledWorld {
  readonly users?: readonly unknown[];
  readonly applications?: readonly unknown[];
  readonly guilds: readonly unknown[];
}

/** A world that could be loaded. */
export interface FittedWorld {
  readonly dump: Dump;
  /** What was taken out of it, in a line for each kind of place and reason. */
  readonly leftOut: readonly string[];
}

/**
 * Takes out of a world file, round after round, what has a fault, until none is left.
 *
 * @param now milliseconds since 1970 at which it is loaded
 * @throws Error when nothing is left of its guilds
 */
export function fittedWorld(world: AssembledWorld, now: number): FittedWorld {
  const issues: ValidationIssue[] = [];
  for (let round = 0; round < ROUNDS_MAX && world.guilds.length > 0; round += 1) {
    const deps = { systemNow: now, production: false, random: seededRandom("pull") };
    const loading = loadWorld(world, deps);
    if (loading.ok) return { dump: loading.world.dump, leftOut: summary(issues) };
    issues.push(...loading.issues);
    takeOut(world, loading.issues);
  }
  throw new Error(["the answers make no world:", ...summary(issues)].join("\n"));
}

/** Takes out what is at the place of each fault, or what lacks something there. */
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
    // The last ones first: what stands before them keeps its place.
    const places = [...steps].map(Number);
    for (const at of places.toSorted((a, b) => b - a)) holder.splice(at, 1);
  }
}

/** Fields that say which thing it is: without them the rest would mean another. */
const decisive: ReadonlySet<unknown> = new Set(["id", "type"]);

/** The innermost object or list on the way to a place that has the next step. */
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
    // What is missing because it was taken out has its line already.
    if (code === "BASE_TYPE_REQUIRED" && places.has(place)) continue;
    places.add(place);
    const line = `${place}: ${message}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) =>
    count === 1 ? line : `${line} (${count} times)`,
  );
  if (lines.length <= LEFT_OUT_MAX) return lines;
  return [...lines.slice(0, LEFT_OUT_MAX), `and ${lines.length - LEFT_OUT_MAX} more kinds`];
}
