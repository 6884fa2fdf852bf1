import { expect, test } from "vitest";
import { memoryStores } from "../platform/sqlite/memory-copies.ts";
import { tables } from "../tables.ts";
import { Templates, type Template } from "./templates.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const HOUR_MS = 3_600_000;

async function templateOf(
  file: unknown,
  templates = new Templates(memoryStores(tables)),
): Promise<Template> {
  const made = await templates.of(file, NOW);
  if (!made.ok) throw new Error(JSON.stringify(made.issues));
  return made.template;
}

/** The time on a world's clock if the world is opened at an instant of system time. */
async function clockOf(file: object, at: number): Promise<string> {
  const { frozen, offsetMs, frozenAt } = (await templateOf(file)).clockAt(at);
  return new Date(frozen ? (frozenAt ?? 0) : at + offsetMs).toISOString();
}

test.each([true, false])(
  "a clock of the file begins at its instant whenever a world is opened (frozen: %s)",
  async (frozen) => {
    const file = { clock: { now: "2030-01-01T00:00:00Z", frozen } };
    for (const at of [NOW, NOW + HOUR_MS]) {
      expect(await clockOf(file, at)).toBe("2030-01-01T00:00:00.000Z");
    }
  },
);

test.each([true, false])(
  "a clock without an instant begins with the system's time (frozen: %s)",
  async (frozen) => {
    expect(await clockOf({ clock: { frozen } }, NOW)).toBe("2026-11-21T12:00:00.000Z");
    expect(await clockOf({ clock: { frozen } }, NOW + HOUR_MS)).toBe("2026-11-21T13:00:00.000Z");
  },
);

test("files differ by every digit of their ids, and the same file is loaded once", async () => {
  const templates = new Templates(memoryStores(tables));
  const file = (id: bigint) => ({ users: [{ id, username: "zoe" }] });
  const one = await templateOf(file(100000000000000001n), templates);
  expect(await templateOf(file(100000000000000002n), templates)).not.toBe(one);
  expect(await templateOf(file(100000000000000001n), templates)).toBe(one);
});

test("a file with errors is validated each time", async () => {
  const templates = new Templates(memoryStores(tables));
  for (const time of [NOW, NOW + HOUR_MS]) {
    const made = await templates.of({ users: [{ username: 5 }] }, time);
    expect(made.ok ? [] : made.issues.map(({ path }) => path)).toEqual([["users", 0, "username"]]);
  }
});
