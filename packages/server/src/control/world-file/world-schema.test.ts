// Validates every example of the repository against the published JSON Schema of world files with
// an independent validator, and compares its verdicts with the reader's.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { declarationsByName } from "@antechamber/contract";
import { readWorld } from "@antechamber/contract/control";
import { namedSchemas, worldSchema } from "@antechamber/contract/openapi";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { aService } from "../../testing/start-service.ts";
import { demoWorld } from "./demo-world.ts";

const root = join(import.meta.dirname, "../../../../..");
const schema = worldSchema(namedSchemas(declarationsByName()));
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);

/** The validator's errors about a world. */
function faultsOf(world: unknown): string[] {
  validate(world);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The worlds in the documents, each with its page. */
const examples = globSync(["README.md", "docs/*.md", "docs/guides/*.md"], { cwd: root }).flatMap(
  (page) => {
    const blocks = readFileSync(join(root, page), "utf8").matchAll(/```(ya?ml|json)\n(.*?)```/gs);
    const files = [...blocks].map(([, , text = ""]) => ({
      page,
      text,
      world: parse(text) as unknown,
    }));
    return files.filter(({ world }) => isWorld(world));
  },
);

function isWorld(value: unknown): value is object {
  const keys = Object.keys((schema["properties"] ?? {}) as object);
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).some((key) => ["guilds", "users", "applications"].includes(key)) &&
    Object.keys(value).every((key) => keys.includes(key))
  );
}

test.each(examples)("every world in $page is valid", ({ text, world }) => {
  expect(faultsOf(world)).toEqual([]);
  expect(readWorld(world).issues).toEqual([]);
  expect(text).toContain("# yaml-language-server: $schema=");
});

test("the documentation has examples", () => expect(examples.length).toBeGreaterThan(0));

test("the demo world and exports are valid", async () => {
  expect(faultsOf(demoWorld)).toEqual([]);
  const service = await aService({ frozen: true });
  try {
    const exported = await service.control("GET /world");
    expect(faultsOf(exported.body)).toEqual([]);
  } finally {
    await service.stop();
  }
});

test.each([
  [{ user: [] }],
  [{ users: [{ usrname: "alice" }] }],
  [{ guilds: [{ channels: [{ type: 99 }] }] }],
  [{ guilds: [{ members: [{}] }] }],
  [{ clock: { frozen: "yes" } }],
  [{ applications: [{ commands: [{ name: "x" }], bot: { intents: 1, id: "x" } }] }],
])("%j is invalid for the schema and for the reader", (world) => {
  expect(faultsOf(world)).not.toEqual([]);
  expect(readWorld(world).issues).not.toEqual([]);
});

test("the schema is served to everyone, including pages of every origin", async () => {
  const service = await aService();
  try {
    const answer = await fetch(`${service.url}/world.schema.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/schema+json");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toEqual(schema);
  } finally {
    await service.stop();
  }
});
