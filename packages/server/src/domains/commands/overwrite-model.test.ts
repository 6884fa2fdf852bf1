// Random sequences of creates, renames, deletes and bulk overwrites, compared with a simple list.
import fc from "fast-check";
import { expect, test } from "vitest";
import { openCommandCalls, type CommandCalls } from "../../testing/calls/command-calls.ts";

interface Known {
  readonly id: string;
  readonly version: string;
  readonly type: number;
  readonly name: string;
  readonly nsfw: boolean;
}

/** An index into the list of existing commands; an index beyond its end means an unknown id. */
const pick = fc.nat({ max: 6 });
const type = fc.constantFrom(1, 2, 3);
const name = fc.constantFrom("a", "b", "c");
const fields = { type, name, nsfw: fc.boolean() };
const item = fc.record({ ...fields, pick: fc.option(pick, { freq: 2 }) });
const step = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), ...fields }),
  fc.record({ kind: fc.constant("rename" as const), pick, name }),
  fc.record({ kind: fc.constant("remove" as const), pick }),
  fc.record({ kind: fc.constant("overwrite" as const), items: fc.array(item, { maxLength: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;

const UNKNOWN_ID = "123456789012345678";
const alike = (a: { type: number; name: string }) => (b: { type: number; name: string }) =>
  a.type === b.type && a.name === b.name;
const form = ({ type: kind, name: called, nsfw }: Omit<Known, "id" | "version">) => ({
  type: kind,
  name: called,
  nsfw,
  ...(kind === 1 ? { description: "x" } : {}),
});

/** The existing command of each item, or undefined if the whole request is invalid. */
function expectedFor(
  known: readonly Known[],
  items: readonly Item[],
): (Known | undefined)[] | undefined {
  const named = items.map((each) => (each.pick === null ? undefined : known[each.pick]));
  for (const [at, each] of items.entries()) {
    if (items.slice(0, at).some(alike(each))) return undefined;
    if (each.pick === null) continue;
    const own = named[at];
    if (own === undefined || own.type !== each.type || named.indexOf(own) < at) return undefined;
  }
  return items.map(
    (each, at) => named[at] ?? known.find((k) => alike(k)(each) && !named.includes(k)),
  );
}

/** Checks the result of an accepted overwrite. */
function checkOverwritten(
  before: readonly Known[],
  expected: readonly (Known | undefined)[],
  after: readonly Known[],
): void {
  const ids = new Set(before.map(({ id }) => id));
  for (const [at, each] of after.entries()) {
    const was = expected[at];
    const isSame = was?.name === each.name && was.nsfw === each.nsfw;
    expect(ids.has(each.id) ? each.id : undefined).toBe(was?.id);
    expect(each.version === was?.version).toBe(isSame);
  }
}

const byAge = (all: readonly Known[]) =>
  all
    .map(({ id, version }) => ({ id, version }))
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));

async function overwrite(
  here: CommandCalls,
  known: readonly Known[],
  items: readonly Item[],
): Promise<readonly [status: number, expected: number]> {
  const body = items.map((each) => ({
    ...form(each),
    ...(each.pick === null ? {} : { id: known[each.pick]?.id ?? UNKNOWN_ID }),
  }));
  const expected = expectedFor(known, items);
  const answer = await here.overwrite(body);
  const commands = answer.status === 200 ? answer.body : known;
  if (answer.status === 200) {
    expect(commands).toMatchObject(items.map(form));
    checkOverwritten(known, expected ?? [], commands);
  }
  expect((await here.list()).body.map(({ id, version }) => ({ id, version }))).toEqual(
    byAge(commands),
  );
  return [answer.status, expected === undefined ? 400 : 200];
}

async function create(
  here: CommandCalls,
  known: readonly Known[],
  taken: Omit<Item, "pick">,
): Promise<readonly [status: number, expected: number]> {
  const was = known.find(alike(taken));
  const { status, body } = await here.create(form(taken));
  expect(was?.id ?? body.id).toBe(body.id);
  return [status, was === undefined ? 201 : 200];
}

function renameStatus(known: readonly Known[], one: Known | undefined, called: string): number {
  if (one === undefined) return 404;
  const isTaken = known.some((k) => k !== one && alike(k)({ type: one.type, name: called }));
  return isTaken ? 400 : 200;
}

/** Executes a step. Returns the actual and the expected status. */
async function take(
  here: CommandCalls,
  known: readonly Known[],
  taken: Step,
): Promise<readonly [status: number, expected: number]> {
  switch (taken.kind) {
    case "overwrite":
      return overwrite(here, known, taken.items);
    case "create":
      return create(here, known, taken);
    case "remove": {
      const one = known[taken.pick];
      const { status } = await here.remove(one?.id ?? UNKNOWN_ID);
      return [status, one === undefined ? 404 : 204];
    }
    case "rename": {
      const one = known[taken.pick];
      const { status } = await here.edit(one?.id ?? UNKNOWN_ID, { name: taken.name });
      return [status, renameStatus(known, one, taken.name)];
    }
  }
}

// Proves requirement 2.2 "naming 3: two global user commands"
test("any sequence of operations gives the same commands as a plain list", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { store, guild } = await openCommandCalls();
      for (const each of steps) {
        const [status, expected] = await take(guild, (await guild.list()).body, each);
        expect(status).toBe(expected);
      }
      await store.close();
    }),
    { numRuns: 60 },
  );
});
