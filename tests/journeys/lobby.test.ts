// A game back end creates a lobby, adds players, reads and deletes it.
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";

let service: TestService;

beforeEach(async () => {
  service = await aService();
});

afterEach(() => service.stop());

// Proves requirement 1 "lobbies of a backend"
// Proves requirement 4.1 "Get lobby"
test("a lobby is created, read, changed and deleted, and members are added", async () => {
  const created = await service.asBot("POST /lobbies", {
    metadata: { map: "harbour" },
    members: [{ id: demo.aliceId, metadata: { team: "red" } }],
    idle_timeout_seconds: 60,
  });
  expect(created.status).toBe(201);
  const path = `/lobbies/${created.id}`;

  const bob = await service.asBot(`PUT ${path}/members/${demo.bobId}`, {
    metadata: { team: "blue" },
    additional_name: "Vex",
  });
  expect([bob.status, bob.body]).toEqual([
    200,
    { id: demo.bobId, metadata: { team: "blue" }, flags: 0, additional_name: "Vex" },
  ]);

  const read = await service.asBot(`GET ${path}`);
  expect([read.at("members", 0, "id"), read.at("members", 1, "id")]).toEqual([
    demo.aliceId,
    demo.bobId,
  ]);

  const removed = await service.asBot(`DELETE ${path}/members/${demo.aliceId}`);
  const removedAgain = await service.asBot(`DELETE ${path}/members/${demo.aliceId}`);
  expect([removed.status, removedAgain.status]).toEqual([204, 204]);

  const edited = await service.asBot(`PATCH ${path}`, { metadata: null });
  expect(edited.body).toMatchObject({ metadata: null, members: [{ id: demo.bobId }] });

  const deleted = await service.asBot(`DELETE ${path}`);
  const deletedAgain = await service.asBot(`DELETE ${path}`);
  expect([deleted.status, deleted.text, deletedAgain.status]).toEqual([204, "", 204]);
  expect(await service.asBot(`GET ${path}`)).toMatchObject({
    status: 404,
    body: { message: "Unknown Lobby", code: 10031 },
  });
});

// Proves requirement 7 "body of an error"
test("a form with several errors is refused with each at its path", async () => {
  const answer = await service.asBot("POST /lobbies", {
    idle_timeout_seconds: 1,
    metadata: { a: 1 },
    members: [{}],
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({
    code: 50035,
    message: "Invalid Form Body",
    errors: {
      idle_timeout_seconds: { _errors: [{ code: "NUMBER_TYPE_MIN" }] },
      metadata: { a: { _errors: [{ code: "STRING_TYPE_CONVERT" }] } },
      members: { 0: { id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } } },
    },
  });
});
