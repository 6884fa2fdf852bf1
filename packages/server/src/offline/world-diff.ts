// Compares two world files, or a file and a running world: both are loaded, and their entities are
// compared one by one.
import type { SnapshotDiff, WorldFile } from "@antechamber/contract/control";
import { isPlainObject, type Static } from "@antechamber/contract/schema";
import { isDeepStrictEqual } from "node:util";
import type { WorldSide } from "../cli/deps.ts";
import { diffOf } from "../control/snapshots/diff.ts";
import { entitiesOf, type Entity, type Fields } from "../control/snapshots/entities.ts";
import { exportWithIds, withoutBytes } from "../control/world-file/export.ts";
import { faultLines } from "../control/world-file/faults.ts";
import { loadWorld } from "../control/world-file/load.ts";
import { readWorldFile, WorldFileError, type WorldText } from "../control/world-file/read.ts";
import { readLoaded } from "./loaded-world.ts";
import { digestHex } from "../platform/crypto.ts";
import { seededRandom } from "../platform/random.ts";
import { steerableClock } from "../platform/time/system-clock.ts";
import { TimeSlicer } from "../platform/time/time-slicer.ts";
import { setTimer } from "../platform/async/event-loop.ts";

type Entities = ReadonlyMap<string, Entity>;

/**
 * How much later a file is loaded a second time, in whole seconds, to find the instants that it
 * leaves out.
 */
const LATER_MS = 1000;

/** @throws WorldFileError with one line per error in a file */
export async function worldDiff(
  before: WorldSide,
  after: WorldSide,
): Promise<Static<typeof SnapshotDiff>> {
  // Between two slices of the comparison, only this timer keeps the process alive.
  const clock = steerableClock({ timer: setTimer });
  const now = clock.now();
  const [old, recent] = [await opened(before, now), await opened(after, now)];
  const task = new TimeSlicer(clock).begin(Infinity);
  const [olds, recents] = [await entitiesIn(old, recent), await entitiesIn(recent, old)];
  return diffOf(
    await settledOn(before, { own: olds, theirs: recents, beside: recent }),
    await settledOn(after, { own: recents, theirs: olds, beside: old }),
    task,
  );

  async function entitiesIn(side: OpenedSide, other: OpenedSide): Promise<Entities> {
    return entitiesOf(withStableIds(side, other), task);
  }

  async function settledOn(
    side: WorldSide,
    { own, theirs, beside }: { own: Entities; theirs: Entities; beside: OpenedSide },
  ): Promise<Entities> {
    if (!("file" in side)) return own;
    const later = await entitiesIn(await opened(side, now + LATER_MS), beside);
    return withTheirInstants(own, later, theirs);
  }
}

/**
 * The entities of a file, in which instants that the file leaves out are taken from the other side.
 *
 * @param later the same file, loaded later
 */
function withTheirInstants(own: Entities, later: Entities, theirs: Entities): Entities {
  const settledEntity = ([path, entity]: readonly [string, Entity]): [string, Entity] => {
    const [moved, other] = [later.get(path), theirs.get(path)];
    if (moved === undefined || other === undefined) return [path, entity];
    return [
      path,
      { ...entity, fields: settled(entity.fields, moved.fields, other.fields) as Fields },
    ];
  };
  return new Map([...own].map(settledEntity));
}

/**
 * A value in which the leaves that changed with the time of loading are replaced by the other
 * side's.
 */
function settled(own: unknown, moved: unknown, theirs: unknown): unknown {
  if (isDeepStrictEqual(own, moved)) return own;
  if (!isPlainObject(own)) return theirs ?? own;
  const later = isPlainObject(moved) ? moved : {};
  const others = isPlainObject(theirs) ? theirs : {};
  const entries = Object.entries(own);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, settled(each, later[key], others[key])]),
  );
}

interface OpenedSide {
  readonly world: WorldFile;
  /** Every text in the file itself. */
  readonly given: ReadonlySet<string>;
  /** Hashes of generated secrets, as in an export. */
  readonly made: ReadonlySet<string>;
}

async function opened(side: WorldSide, now: number): Promise<OpenedSide> {
  const text: WorldText | undefined = "file" in side ? await readWorldFile(side.file) : undefined;
  const value = "file" in side ? text?.value : side.world;
  const deps = { systemNow: now, production: false, random: seededRandom("comparison") };
  const loading = loadWorld(value, deps);
  if (!loading.ok) throw new WorldFileError(await faultLines(loading.issues, text));
  const { dump, issued } = loading.world;
  const world = await readLoaded(dump, now, (ctx) => exportWithIds(ctx, withoutBytes));
  const made = issued.map(({ secret }) => `sha256:${digestHex(secret)}`);
  return { world, given: textsIn(value, new Set()), made: new Set(made) };
}

function textsIn(value: unknown, into: Set<string>): Set<string> {
  if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) textsIn(each, into);
  } else into.add(String(value));
  return into;
}

/**
 * The world with ids that do not depend on earlier parts of the file: an id that the file leaves
 * out becomes that of the same name on the other side, or the name itself. Likewise, a generated
 * secret is only kept if the other side has it.
 */
function withStableIds({ world, given, made }: OpenedSide, other: OpenedSide): WorldFile {
  const theirTexts = textsIn(other.world, new Set());
  const theirs = new Map(namesIn(other.world).map(({ id, name }) => [name, id]));
  const lasting = new Map<string, string>();
  for (const { id, name } of namesIn(world)) {
    if (given.has(id)) continue;
    const known = theirs.get(name);
    lasting.set(id, known !== undefined && other.given.has(known) ? known : name);
  }
  const replaced = (value: unknown): unknown => {
    if (typeof value === "string") {
      const isTheirs = theirTexts.has(value);
      return made.has(value) && !isTheirs ? "made" : (lasting.get(value) ?? value);
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(replaced);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each)]));
  };
  return replaced(world) as WorldFile;
}

interface Named {
  readonly id: string;
  /** The name, after the names of the objects it belongs to. */
  readonly name: string;
}

/** Everything that has an id and a name. */
function namesIn({ users = [], applications = [], guilds = [] }: WorldFile): readonly Named[] {
  const named = (id: unknown, ...names: readonly unknown[]) => ({
    id: String(id),
    name: names.join(" "),
  });
  return [
    ...users.map(({ id, username }) => named(id, username)),
    ...applications.flatMap(({ id, name, commands = [] }) => [
      named(id, name),
      ...commands.map((each) => named(each.id, name, each.type ?? 1, each.name)),
    ]),
    ...guilds.flatMap(({ id, name, roles = [], channels = [] }) => [
      named(id, name),
      // The @everyone role has its guild's id, and none of its own in a file.
      ...roles
        .filter((each) => each.id !== undefined)
        .map((each) => named(each.id, name, "role", each.name)),
      ...channels.map((each) => named(each.id, name, "channel", each.name)),
    ]),
  ];
}
