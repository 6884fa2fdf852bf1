// Takes a world file with every key, and replaces each list, entry and object in turn with an
// invalid value: the issues must be reported wherever it is.
import { World, type WorldFile } from "@antechamber/contract/control";
import { matchKind, type Keywords, type TSchema } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { issuesOf } from "../../testing/worlds/loaded-worlds.ts";

/** Generates a value of a schema with every key, one entry in each list, and unique ids. */
class SampleMaker {
  #ids = 0;

  of(schema: TSchema): unknown {
    const inside = (each: TSchema) => this.of(each);
    return matchKind<unknown>(schema, {
      lazy: () => undefined,
      tagged: (variants) => inside(Object.values(variants)[0] ?? {}),
      nullable: inside,
      textOr: inside,
      list: (items) => [inside(items)],
      object: (fields) =>
        Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, inside(each)])),
      dictionary: (values) => ({ key: inside(values) }),
      plain: (keywords) => this.#plain(keywords),
    });
  }

  #plain({ enum: choices, format, type = "", minimum = 1 }: Keywords): unknown {
    if (choices !== undefined) return choices[0];
    if (format === "snowflake") return String(700_000_000_000_000n + BigInt(this.#ids++));
    if (type === "boolean") return true;
    return type === "integer" || type === "number" ? minimum : "x";
  }
}

type Path = readonly (string | number)[];

/** The paths of lists, their entries and objects. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    path,
    ...steps.flatMap((step) =>
      placesIn((value as Record<Path[number], unknown>)[step], [...path, step]),
    ),
  ];
}

/** A copy of the value with another one at a path. */
function withValue(value: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  const inner = withValue((value as Record<Path[number], unknown>)[step], rest, replacement);
  return Array.isArray(value)
    ? value.with(step as number, inner)
    : { ...(value as object), [step]: inner };
}

/** Hundreds of loads in sequence, even on a busy machine. */
const MANY_LOADS_MS = 180_000;

test(
  "an unreadable entry of a file does not hide the errors of others",
  () => {
    const maker = new SampleMaker();
    const sampleOf = () => maker.of(World) as WorldFile;
    // Everything else is named x, so that references resolve.
    const { users: [user] = [], messages = [], ...others } = sampleOf();
    const users = [{ ...user, username: "somebody" }];
    // Two messages: one visible to one user, and one visible to all, which searches find.
    const seenByAll = (sampleOf().messages ?? []).map(
      ({ visible_to: _only, ...message }) => message,
    );
    const sample = { ...others, messages: [...messages, ...seenByAll], users };
    const places = placesIn(sample).filter((place) => place.length > 0);
    expect(places.length).toBeGreaterThan(200);
    const thrown = places.flatMap((place) =>
      [5, {}].flatMap((value) => {
        try {
          issuesOf(withValue(sample, place, value));
          return [];
        } catch (error) {
          return [`${place.join(".")} = ${JSON.stringify(value)}: ${String(error)}`];
        }
      }),
    );
    expect(thrown).toEqual([]);
  },
  MANY_LOADS_MS,
);
