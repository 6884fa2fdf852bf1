// The reply to operations that the reference has and this service lacks differs from that to a
// wrong path.
import { endpoints, missingOperations } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../../testing/start-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.stop());

const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, "999999999999999999");

test.each(missingOperations.map((each) => [each.id, each] as const))(
  "%s answers that it is not built, whoever the caller",
  async (id, { method, path }) => {
    const expected = { message: `Not built here yet: ${method} ${path} (${id})`, code: 0 };
    for (const auth of [`Bot ${demo.botToken}`, "nonsense"]) {
      const answer = await service.call(`${method} ${concrete(path)}`, { auth });
      expect([answer.status, answer.body]).toEqual([405, expected]);
      expect(answer.headers.get("x-antechamber-not-built")).toBe(id);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
  },
);

test("an unknown path stays unknown", async () => {
  const answer = await service.asBot("GET /guilds/1/no-such-thing");
  expect([answer.status, answer.body]).toEqual([404, { message: "404: Not Found", code: 0 }]);
  expect(answer.headers.get("x-antechamber-not-built")).toBeNull();
});

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");
const builtPaths = new Set(endpoints.map(({ path }) => shapeOf(path)));
/** Operations on paths that only the reference has. */
const alone = missingOperations.filter(({ path }) => !builtPaths.has(shapeOf(path)));

test.runIf(alone.length > 0)("an unknown method is not allowed there either", async () => {
  const [{ path } = { path: "" }] = alone;
  const known = alone.filter((each) => each.path === path).map(({ method }) => method);
  const method = ["PUT", "DELETE", "POST"].find((each) => !known.includes(each as "PUT"));
  const answer = await service.asBot(`${method} ${concrete(path)}`);
  expect([answer.status, answer.body]).toEqual([
    405,
    { message: "405: Method Not Allowed", code: 0 },
  ]);
  expect([answer.headers.get("allow"), answer.headers.get("x-antechamber-not-built")]).toEqual([
    "",
    null,
  ]);
});

test("a known path lists the methods that it supports", async () => {
  const answer = await service.asBot(`PUT /channels/${demo.generalId}`);
  expect(answer.headers.get("allow")).toBe("GET, PATCH, DELETE");
});

const read = alone.filter(({ method }) => method === "GET");

test.runIf(read.length > 0)("other versions and HEAD get the same answer", async () => {
  const [{ id, path } = { id: "", path: "" }] = read;
  const head = await fetch(`${service.url}/api/v9${concrete(path)}`, { method: "HEAD" });
  expect([head.status, head.headers.get("x-antechamber-not-built")]).toEqual([405, id]);
});

const written = missingOperations.filter(({ method }) => method !== "GET");

test.runIf(written.length > 0)("the body is not read", async () => {
  const [{ method, path } = { method: "", path: "" }] = written;
  const answer = await service.asBot(`${method} ${concrete(path)}`, { name: "wave" });
  expect(answer.status).toBe(405);
});
