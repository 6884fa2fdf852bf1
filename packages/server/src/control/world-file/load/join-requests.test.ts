import { expect, test } from "vitest";
import { aService, demo } from "../../../testing/start-service.ts";
import { demoWorld } from "../demo-world.ts";

const [guild] = demoWorld.guilds ?? [];
const features = ["MEMBER_VERIFICATION_GATE_ENABLED", "MEMBER_VERIFICATION_MANUAL_APPROVAL"];
const carol = { id: "100000000000000009", username: "carol" };
const withRequests = (join_requests: readonly object[]) => ({
  ...demoWorld,
  users: [...(demoWorld.users ?? []), carol],
  guilds: [{ ...guild, features, join_requests }],
});
const path = `/guilds/${demo.guildId}/requests`;

test("join requests of a world file are loaded and exported", async () => {
  const request = { user: "carol", form_responses: [{ field_type: "TEXT_INPUT", response: "hi" }] };
  const service = await aService({ world: withRequests([request]) });
  const listed = await service.asUser(demo.aliceToken, `GET ${path}`);
  expect(listed.body).toMatchObject({
    total: 1,
    guild_join_requests: [{ user: { id: carol.id }, form_responses: request.form_responses }],
  });
  const exported = await service.control("GET /world");
  expect(exported.body).toMatchObject({
    guilds: [{ join_requests: [{ ...request, status: "SUBMITTED" }] }],
  });
  await service.stop();
});

test("a user has one request", async () => {
  const service = await aService();
  const world = withRequests([{ user: "carol" }, { user: "carol" }]);
  expect((await service.control("PUT /world", world)).status).toBe(400);
  await service.stop();
});

test("users request to join and withdraw through the control plane", async () => {
  const service = await aService({ world: withRequests([]) });
  const form_responses = [{ field_type: "MULTIPLE_CHOICE", choices: ["a", "b"], response: 1 }];
  const answer = await service.control("POST /users/carol/join-requests", {
    guild: "Test Guild",
    form_responses,
  });
  expect([answer.status, answer.body]).toMatchObject([200, { application_status: "SUBMITTED" }]);
  const wrong = await service.control("POST /users/carol/join-requests", {
    guild: "Test Guild",
    form_responses: [{ field_type: "MULTIPLE_CHOICE", choices: ["a"], response: 1 }],
  });
  expect(wrong.at("errors", "form_responses", 0, "response")).toMatchObject({ _errors: [{}] });
  const back = `DELETE /users/carol/join-requests/${demo.guildId}`;
  expect((await service.control(back)).status).toBe(204);
  expect((await service.control(back)).status).toBe(404);
  await service.stop();
});
