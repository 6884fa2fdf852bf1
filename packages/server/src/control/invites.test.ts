import { expect, test } from "vitest";
import { invites } from "../domains/invites/invite.ts";
import { type TestService } from "../testing/start-service.ts";
import { aServiceOfTest } from "../testing/service-of-test.ts";

const invite = {
  code: "welcome",
  channel: "general",
  inviter: "alice",
  created_at: "2026-01-01T00:00:00.000000+00:00",
  max_age: 3600,
  max_uses: 5,
  uses: 2,
  temporary: true,
  roles: ["mods"],
  target_users: ["100000000000000002"],
};
const world = {
  clock: { now: "2026-01-01T00:30:00Z", frozen: true },
  users: [
    { id: "100000000000000001", username: "alice", token: "alice" },
    { id: "100000000000000002", username: "bob", token: "bob", connections: [{ type: "steam" }] },
    { id: "100000000000000003", username: "carol", token: "carol" },
  ],
  applications: [{ id: "200000000000000001", name: "Game", flags: ["EMBEDDED"] }],
  guilds: [
    {
      id: "300000000000000001",
      name: "Hall",
      owner: "alice",
      roles: [{ id: "300000000000000011", name: "mods" }],
      channels: [
        { id: "300000000000000021", name: "general" },
        { id: "300000000000000022", name: "voice", type: 2 },
      ],
      invites: [
        invite,
        { code: "play", channel: "voice", target_type: 2, target_application: "Game" },
        { code: "only", channel: "voice", only_user: "carol", target_type: 5, hidden: true },
      ],
      scheduled_events: [
        { name: "Quiz", channel: "voice", scheduled_start_time: "2026-02-01T20:00:00Z" },
        {
          name: "Outing",
          location: "The park",
          scheduled_start_time: "2026-02-02",
          scheduled_end_time: "2026-02-03",
        },
      ],
    },
  ],
};

const guild = "/guilds/300000000000000001";

test("invites and events of a world file are loaded, and its export starts the same world", async () => {
  const service = await aServiceOfTest({ world });
  const invitesAndEvents = async (of: TestService) => [
    (await of.asUser("alice", `GET ${guild}/invites`)).body,
    (await of.asUser("alice", `GET ${guild}/scheduled-events`)).body,
    (await of.asUser("bob", "GET /users/@me/connections")).body,
  ];
  const first = await invitesAndEvents(service);
  expect(first).toMatchObject([
    [
      { code: "welcome", uses: 2, max_uses: 5, max_age: 3600, inviter: { username: "alice" } },
      { code: "play", target_application: { name: "Game" }, max_age: 86_400 },
    ],
    [
      { name: "Quiz", entity_type: 2, channel_id: "300000000000000022" },
      { name: "Outing", entity_type: 3, entity_metadata: { location: "The park" } },
    ],
    [{ type: "steam" }],
  ]);
  const exported = await service.control("GET /world");
  expect(await invitesAndEvents(await aServiceOfTest({ world: exported.body }))).toEqual(first);
});

test("an invite of a world file is limited to its targets, and expires", async () => {
  const service = await aServiceOfTest({ world });
  const use = async (token: string, code: string) =>
    (await service.asUser(token, `POST /invites/${code}`, {})).status;
  expect(await use("carol", "welcome")).toBe(403);
  expect(await use("bob", "only")).toBe(403);
  expect(await use("bob", "welcome")).toBe(200);
  expect(await use("carol", "only")).toBe(200);
  await service.control("PATCH /clock", { advance: "PT30M" });
  expect(await use("bob", "welcome")).toBe(404);
});

test("an invite of a guild that is added to a running world is deleted when it expires", async () => {
  const service = await aServiceOfTest({ world });
  const made = await service.control("POST /guilds", {
    name: "Annex",
    owner: "alice",
    channels: [{ name: "lounge" }],
    invites: [{ code: "brief", channel: "lounge", max_age: 60 }],
  });
  expect(made.status).toBe(201);
  const storedInvite = () => service.work.read(({ tx }) => tx.get(invites, "brief"));
  expect(await storedInvite()).toMatchObject({ max_age: 60 });
  await service.control("PATCH /clock", { advance: "PT1M" });
  expect(await storedInvite()).toBeUndefined();
});

test("a world can be exported and loaded after an invite's references were deleted", async () => {
  const service = await aServiceOfTest({ world });
  await service.asUser("carol", "POST /invites/only", {});
  for (const route of ["/users/carol", "/applications/200000000000000001"]) {
    expect((await service.control(`DELETE ${route}`)).status).toBe(204);
  }
  expect((await service.control("DELETE /roles/300000000000000011")).status).toBe(204);
  const remaining = await service.asUser("alice", `GET ${guild}/invites`);
  expect(remaining.body).toMatchObject([{ code: "welcome" }]);
  expect(remaining.at(0)).not.toHaveProperty("roles");
  const exported = await service.control("GET /world");
  await aServiceOfTest({ world: exported.body });
  const channel = "/channels/300000000000000021";
  expect((await service.control(`DELETE ${channel}`)).status).toBe(204);
  expect((await service.asUser("alice", `GET ${guild}/invites`)).body).toEqual([]);
});

test.each([
  [{ channel: "nowhere" }, 'guilds[0].invites[0].channel: no channel "nowhere"'],
  [{ channel: "general", inviter: "nobody" }, 'guilds[0].invites[0].inviter: no user "nobody"'],
])("an invite without an existing channel is an error in the file", async (entry, issue) => {
  const [hall] = world.guilds;
  await expect(
    aServiceOfTest({ world: { ...world, guilds: [{ ...hall, invites: [entry] }] } }),
  ).rejects.toThrow(issue);
});
