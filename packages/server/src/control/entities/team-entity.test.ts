import { afterEach, beforeEach, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
beforeEach(async () => {
  service = await aService();
});
afterEach(() => service.stop());

const crew = { name: "Crew", owner: "alice", members: [{ user: "bob" }] };
const me = async () => service.asBot("GET /applications/@me");
const codeAt = (answer: Awaited<ReturnType<TestService["control"]>>, ...path: string[]) =>
  answer.at("errors", ...path, "_errors", 0, "code");

test("a team that owns an application is shown by the API, and cannot be deleted before it", async () => {
  const { id } = await service.control("POST /teams", crew);
  await service.control("PATCH /applications/Concierge", { team: "Crew" });
  expect((await me()).at("team")).toMatchObject({
    id,
    owner_user_id: demo.aliceId,
    members: [
      { user: { id: demo.aliceId }, role: "admin", membership_state: 2 },
      { user: { id: demo.bobId }, role: "developer", membership_state: 2 },
    ],
  });
  expect((await me()).at("owner", "id")).toBe(id);
  expect((await service.control("DELETE /teams/Crew")).status).toBe(409);
  await service.control("PATCH /applications/Concierge", { team: null });
  expect((await service.control("DELETE /teams/Crew")).status).toBe(204);
  expect((await service.control("GET /teams/Crew")).status).toBe(404);
});

test("members are added, removed, and given other roles", async () => {
  await service.control("POST /teams", crew);
  const members = [{ user: demo.bobId, role: "read_only", membership_state: 1 }];
  const changed = await service.control("PATCH /teams/Crew", { members });
  expect(changed.at("members")).toEqual(members);
  const renamed = await service.control("PATCH /teams/Crew", { name: "Band", icon: "abc" });
  expect(renamed.body).toMatchObject({ name: "Band", icon: "abc", members });
  expect(
    (await service.control("PATCH /teams/Band", { members: [] })).at("members"),
  ).toBeUndefined();
});

test("a new owner owns the team's applications", async () => {
  await service.control("POST /teams", crew);
  await service.control("PATCH /applications/Concierge", { team: "Crew" });
  const changed = await service.control("PATCH /teams/Crew", { owner: demo.bobId });
  expect(changed.body).toMatchObject({ owner: demo.bobId });
  expect(changed.at("members")).toBeUndefined();
  const world = await service.control("GET /world");
  expect(world.at("applications", 0, "owner")).toBe("bob");
  expect((await service.control("DELETE /users/bob")).status).toBe(409);
});

test("errors of a team are reported at their places", async () => {
  const { id } = await service.control("POST /teams", crew);
  const refused = async (form: object) => service.control("POST /teams", { ...crew, ...form });
  expect(codeAt(await refused({ id }), "id")).toBe("ENTITY_TAKEN");
  expect((await refused({ owner: "nobody" })).at("errors")).toHaveProperty("owner");
  expect((await refused({ members: [{ user: "alice" }] })).at("errors", "members", "0")).toEqual({
    user: { _errors: [expect.objectContaining({ message: "this user is in the team already" })] },
  });
  expect((await refused({ members: [{ user: "bob", role: "boss" }] })).status).toBe(400);
  await service.control("POST /teams", crew);
  const ambiguous = await service.control("GET /teams/Crew");
  expect(codeAt(ambiguous, "team")).toBe("REFERENCE_AMBIGUOUS");
});
