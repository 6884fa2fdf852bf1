// Endpoints declare whether they are off in production mode.
import { endpoints } from "@antechamber/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, type TestService } from "../../testing/start-service.ts";

let service: TestService;

beforeAll(async () => {
  service = await aService({ production: true });
});

afterAll(() => service.stop());

const off = endpoints.filter((each) => each.developmentOnly === true);

test("moving the clock, replacing the world and acting as a user are switched off", () => {
  const ids = off.map((each) => each.id);
  expect(ids).toEqual(
    expect.arrayContaining([
      "control.clock.move",
      "control.world.put",
      "control.world.reset",
      "control.invoke",
      "control.message",
    ]),
  );
});

test.each(off.map((each) => [each.id, each] as const))("%s is refused", async (_id, endpoint) => {
  const path = endpoint.path.replace("{user}", "alice").replace("{lobby_id}", "1");
  const body = endpoint.method === "GET" ? undefined : {};
  const answer = await service.control(`${endpoint.method} ${path}`, body);
  expect([answer.status, answer.body]).toEqual([
    403,
    { message: "This is off in production mode", code: 0 },
  ]);
});

test("reading the clock is allowed", async () => {
  expect((await service.control("GET /clock")).at("frozen")).toBe(false);
});
