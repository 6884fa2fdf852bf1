// Modules hold no state: two services in one process do not affect each other.
import { expect, test } from "vitest";
import { aService, demo } from "../../packages/server/src/testing/start-service.ts";

test("two services in one process share neither data, clocks nor limits", async () => {
  const [one, two] = await Promise.all([
    aService({ limits: "production" }),
    aService({ limits: "production" }),
  ]);
  try {
    const lobby = await one.asBot("POST /lobbies", {});
    expect((await two.asBot(`GET /lobbies/${lobby.id}`)).status).toBe(404);
    await one.control("PATCH /clock", { frozen: true, advance: "PT1H" });
    const times = await Promise.all([one.control("GET /clock"), two.control("GET /clock")]);
    expect(times.map((each) => each.at("frozen"))).toEqual([true, false]);
    const calls = await Promise.all([one.asBot("GET /users/@me"), two.asBot("GET /users/@me")]);
    expect(calls.map((each) => each.headers.get("x-ratelimit-remaining"))).toEqual(["49", "49"]);
    expect(calls.map((each) => each.id)).toEqual([demo.applicationId, demo.applicationId]);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});
