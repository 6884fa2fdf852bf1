import { expect, test } from "vitest";
import { meaningOf } from "../../schema/references.ts";
import { walkSchema } from "../../schema/schema-walk.ts";
import { World } from "./world.ts";

test("every ID in a world file is declared as an identity or a reference", () => {
  const silent = new Set<string>();
  let known = 0;
  walkSchema(World, (schema, path) => {
    const is = meaningOf(schema);
    const { format, formReference } = schema as { format?: string; formReference?: number };
    const isId = format === "snowflake" || formReference !== undefined;
    if (isId && is === undefined) silent.add(path.join("."));
    if (isId && is !== undefined) known += 1;
    return is === undefined || !("shows" in is);
  });
  expect([...silent]).toEqual([]);
  expect(known).toBeGreaterThan(90);
});
