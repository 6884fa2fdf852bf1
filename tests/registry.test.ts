import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { declarationsByName, endpoints, errors, events } from "@antechamber/contract";

const folder = join(import.meta.dirname, "../packages/contract/src");
const isSource = (path: string) =>
  path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.includes("generated");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isSource);
const modules = await Promise.all(
  files.map(async (file) => {
    const exported = (await import(join(folder, file))) as Record<string, unknown>;
    return { file, values: Object.values(exported) };
  }),
);

/** The exports of all files, alone or in groups, that have these fields, with their files' names. */
function exportedWith(...fields: readonly string[]): readonly (readonly [string, object])[] {
  const isOne = (value: unknown): value is object =>
    typeof value === "object" && value !== null && fields.every((field) => field in value);
  const inside = (value: unknown): readonly unknown[] =>
    typeof value === "object" && value !== null && !isOne(value) ? Object.values(value) : [];
  return modules
    .filter(({ file }) => !file.endsWith("registry.ts"))
    .flatMap(({ file, values }) =>
      [...values, ...values.flatMap(inside)]
        .filter(isOne)
        .map((value): readonly [string, object] => [file, value]),
    );
}

describe("the registry", () => {
  test("contains every exported endpoint", () => {
    const found = exportedWith("id", "method", "path", "replies");
    expect(found.length).toBeGreaterThan(100);
    const known = new Set<object>(endpoints);
    expect(found.filter(([, each]) => !known.has(each))).toEqual([]);
  });

  test("contains every exported event", () => {
    const found = exportedWith("name", "scope", "payload");
    expect(found.length).toBeGreaterThan(30);
    const known = new Set<object>(events);
    expect(found.filter(([, each]) => !known.has(each))).toEqual([]);
  });

  test("contains each endpoint, route, event and error once", () => {
    const ids = endpoints.map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
    expect(events.length).toBe(new Set(events).size);
    const routes = endpoints.map(({ plane, method, path }) => `${plane} ${method} ${path}`);
    expect(routes.length).toBe(new Set(routes).size);
    expect(errors.length).toBe(new Set(errors).size);
  });

  test("lists /lobbies before the paths below it, and declares Snowflake", () => {
    const paths = endpoints.map(({ path }) => path);
    expect(paths.indexOf("/lobbies")).toBeLessThan(paths.indexOf("/lobbies/{lobby_id}"));
    expect(declarationsByName()).toHaveProperty("Snowflake");
  });
});
