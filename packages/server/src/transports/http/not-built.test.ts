// Endpoints that the reference has and this service lacks say so, unlike a path that is wrong.
import { missingOperations } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.stop());

const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, "999999999999999999");

test.each(missingOperations.map((each) => [each.id, each] as const))(
  "%s says that it is not built, whoever asks",
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

test("a path that nobody has is unknown, as it was", async () => {
  const answer = await service.asBot("GET /guilds/1/no-such-thing");
  expect([answer.status, answer.body]).toEqual([404, { message: "404: Not Found", code: 0 }]);
  expect(answer.headers.get("x-antechamber-not-built")).toBeNull();
});

test("a method that nobody has is not allowed, on paths that only the reference has too", async () => {
  const answer = await service.asBot(`PUT /guilds/${demo.guildId}/stickers`);
  expect([answer.status, answer.body]).toEqual([
    405,
    { message: "405: Method Not Allowed", code: 0 },
  ]);
  expect([answer.headers.get("allow"), answer.headers.get("x-antechamber-not-built")]).toEqual([
    "",
    null,
  ]);
});

test("a known path says which methods it does know", async () => {
  const answer = await service.asBot(`PUT /channels/${demo.generalId}`);
  expect(answer.headers.get("allow")).toBe("GET, PATCH, DELETE");
});

test("other versions and HEAD are answered alike", async () => {
  const path = `${service.url}/api/v9/guilds/${demo.guildId}/stickers`;
  const head = await fetch(path, { method: "HEAD" });
  expect([head.status, head.headers.get("x-antechamber-not-built")]).toEqual([
    405,
    "list_guild_stickers",
  ]);
});

test("a body is not waited for", async () => {
  const answer = await service.asBot(`POST /guilds/${demo.guildId}/stickers`, {
    name: "wave",
  });
  expect(answer.status).toBe(405);
});
