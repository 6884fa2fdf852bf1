import { expect, test } from "vitest";
import { openLog } from "./log.ts";

async function written(facts: object): Promise<Record<string, unknown>> {
  const lines: string[] = [];
  const log = await openLog("json", { write: (line: string) => void lines.push(line) });
  log.info(facts, "said");
  return JSON.parse(lines.join("")) as Record<string, unknown>;
}

test("secrets are redacted at any depth", async () => {
  const line = await written({
    token: "x",
    a: { authorization: "x", b: { headers: { authorization: "x" }, client_secret: "x" } },
    safe: { list: [1], name: "y" },
  });
  expect(line).toMatchObject({
    token: "[redacted]",
    a: {
      authorization: "[redacted]",
      b: { headers: { authorization: "[redacted]" }, client_secret: "[redacted]" },
    },
    safe: { list: [1], name: "y" },
    msg: "said",
  });
});

test("an error keeps its message and stack", async () => {
  const line = await written({ err: new TypeError("broken"), job: "x" });
  expect(line).toMatchObject({ err: { type: "TypeError", message: "broken" }, job: "x" });
});
