// Decisions and their reasons, over the wire.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  botAuth,
  ids,
  openPermissionWorld,
  type PermissionCalls,
} from "../../testing/worlds/permission-world.ts";

let world: PermissionCalls;

beforeEach(async () => {
  world = await openPermissionWorld();
});

afterEach(() => world.service.stop());

function decision(user: string, command: string) {
  const query = new URLSearchParams({
    user,
    application: "Concierge",
    command,
    channel: ids.general,
  });
  return world.service.control(`GET /decision?${query.toString()}`);
}

describe("the decision", () => {
  test("lists every rule up to the one that decided", async () => {
    const entry = { id: ids.vips, type: 1, permission: false };
    await world.put(ids.ping, [entry]);
    const answer = await decision("carol", "ping");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ allowed: false, outcome: "USER_DENIED" });
    const steps = answer.at("decision") as { step: number }[];
    expect(steps.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(steps.at(-1)).toEqual({
      step: 9,
      rule: expect.stringContaining("entry") as unknown,
      subject: `user ${ids.carol}`,
      outcome: "not met",
      decided: "denies",
      denial: "USER_DENIED",
      overwrite: { of: "command", ...entry },
      source: "protocol: commands-and-interactions 4.4",
    });
  });

  test.each([
    [{ user: "nobody" }, 10013],
    [{ application: "Nothing" }, 10002],
    [{ channel: "nowhere" }, 10003],
    [{ guild: "Nowhere" }, 10004],
    [{ command: "nothing" }, 10063],
    [{ user: "Concierge" }, 20001],
  ])("of %o is refused with %i", async (wrong, code) => {
    const params = { user: "carol", application: "Concierge", command: "ping", channel: "general" };
    const query = new URLSearchParams({ ...params, ...wrong });
    const answer = await world.service.control(`GET /decision?${query.toString()}`);
    expect(answer.at("code")).toBe(code);
  });

  test("about a target equals the outcome of invoking there, for every type of command", async () => {
    const auth = botAuth;
    for (const body of [
      { name: "Wave", type: 2 },
      { name: "Report", type: 3 },
    ]) {
      const path = `POST /applications/${ids.application}/commands`;
      expect((await world.service.call(path, { auth, body })).status).toBe(201);
    }
    const place = { application: "Concierge", channel: ids.general };
    const written = { channel: ids.general, content: "x" };
    const message = await world.service.control("POST /users/bob/message", written);
    for (const [command, target] of [
      ["ping", "bob"],
      ["ping", message.id],
      ["Wave", "bob"],
      ["Report", message.id],
    ] as const) {
      const params = { ...place, command, target };
      const query = new URLSearchParams({ ...params, user: "carol" });
      const foreseen = await world.service.control(`GET /decision?${query.toString()}`);
      const used = { ...params, wait: 0 };
      const done = await world.service.control("POST /users/carol/invoke", used);
      expect(foreseen.at("decision")).toEqual(done.at("decision"));
      expect(foreseen.at("allowed")).toBe(command !== "ping");
    }
  });

  test("is the same for a direct message before and after it is opened", async () => {
    const place = { application: "Concierge", channel: "@Concierge", command: "ping" };
    const query = new URLSearchParams({ ...place, user: "carol" });
    const before = await world.service.control(`GET /decision?${query.toString()}`);
    const used = { ...place, wait: 0 };
    const done = await world.service.control("POST /users/carol/invoke", used);
    const after = await world.service.control(`GET /decision?${query.toString()}`);
    expect([done.at("decision"), after.body]).toEqual([before.at("decision"), before.body]);
  });

  test("accepts a command by its id, and one with subcommands by its name", async () => {
    const options = [{ type: 1, name: "add", description: "Adds" }];
    await world.service.call(`POST /applications/${ids.application}/commands`, {
      auth: botAuth,
      body: { name: "list", description: "A list", options },
    });
    for (const command of [ids.guildPing, "list", "list add"]) {
      expect((await decision("carol", command)).at("allowed")).toBe(true);
    }
  });
});
