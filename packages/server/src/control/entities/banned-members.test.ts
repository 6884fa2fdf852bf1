// A user who is banned from a guild cannot be made its member, not even by the operator: otherwise
// the exported world could not be loaded.
import { afterEach, beforeEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const HELPER = "200000000000000003";

let service: TestService;
beforeEach(async () => {
  service = await aService();
  const helper = { id: HELPER, name: "Helper", owner: "alice", bot: { username: "Helper" } };
  await service.control("POST /applications", helper);
  for (const id of [demo.bobId, HELPER]) await ban("PUT", id);
});
afterEach(() => service.stop());

const ban = (method: string, id: string) =>
  service.asUser(demo.aliceToken, `${method} /guilds/${demo.guildId}/bans/${id}`, {});

const cases = [
  {
    who: "a user",
    id: demo.bobId,
    route: "POST /members",
    form: { guild: demo.guildId, user: "bob" },
    field: "user",
  },
  {
    who: "a bot",
    id: HELPER,
    route: "POST /installs",
    form: { guild: demo.guildId, application: "Helper", scopes: ["bot"] },
    field: "application",
  },
];

test.each(cases)("$who", async ({ id, route, form, field }) => {
  const refused = await service.control(route, form);
  expect(refused.status).toBe(400);
  const [issue] = refused.at("errors", field, "_errors") as readonly { message: string }[];
  expect(issue?.message).toContain("this user is banned from the guild");
  const file = (await service.control("GET /world")).body;
  expect((await service.control("PUT /world", file)).status).toBe(204);
  expect((await ban("DELETE", id)).status).toBe(204);
  expect((await service.control(route, form)).status).toBe(201);
});

test("a bot's commands without the bot", async () => {
  const form = { guild: demo.guildId, application: "Helper", scopes: ["applications.commands"] };
  expect((await service.control("POST /installs", form)).status).toBe(201);
  const change = { scopes: ["bot", "applications.commands"] };
  const path = `/installs/${demo.guildId}/${HELPER}`;
  expect((await service.control(`PATCH ${path}`, change)).status).toBe(400);
});

test("a bot whose application is deleted", async () => {
  expect((await service.control(`DELETE /applications/${HELPER}`)).status).toBe(204);
  const file = (await service.control("GET /world")).body;
  expect((await service.control("PUT /world", file)).status).toBe(204);
});
