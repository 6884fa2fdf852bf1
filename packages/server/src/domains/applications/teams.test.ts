import { afterEach, expect, test } from "vitest";
import { demoWorld } from "../../control/world-file/demo-world.ts";
import { sendForm } from "../../testing/calls/oauth-calls.ts";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

const CREW = "500000000000000001";
const OTHERS = "500000000000000002";
const carol = { id: "100000000000000009", username: "carol", token: "token-carol" };
const teams = [
  {
    id: CREW,
    name: "Crew",
    owner: "alice",
    members: [
      { user: "bob" },
      { user: "carol", role: "read_only" as const, membership_state: 1 as const },
    ],
  },
  { id: OTHERS, name: "Others", owner: "bob" },
];
const [concierge] = demoWorld.applications ?? [];
const world = (team?: string) => ({
  ...demoWorld,
  users: [...(demoWorld.users ?? []), carol],
  teams,
  applications: [{ ...concierge, ...(team === undefined ? {} : { team }) }],
});

let service: TestService;
afterEach(() => service.stop());

const me = () => service.asBot("GET /applications/@me");

test("a team's application shows its team, and the team as its owner", async () => {
  service = await aService({ world: world("Crew") });
  const fields = {
    owner: { id: CREW, username: `team${CREW}`, flags: 1 << 10 },
    team: {
      id: CREW,
      name: "Crew",
      icon: null,
      owner_user_id: demo.aliceId,
      members: [
        { user: { id: demo.aliceId }, role: "admin", membership_state: 2, permissions: ["*"] },
        { user: { id: demo.bobId }, role: "developer", team_id: CREW },
        { user: { id: carol.id }, role: "read_only", membership_state: 1 },
      ],
    },
  };
  expect((await me()).body).toMatchObject(fields);
  expect((await service.asBot("GET /oauth2/applications/@me")).body).toMatchObject(fields);
});

test("client credentials of a team's application act as the user that represents the team", async () => {
  service = await aService({ world: world("Crew") });
  const form = { grant_type: "client_credentials", scope: "identify" };
  const answer = await sendForm(service, "token", form);
  const auth = `Bearer ${String(answer.at("access_token"))}`;
  const teamUser = { id: CREW, username: `team${CREW}`, flags: 1 << 10 };
  expect((await service.call("GET /users/@me", { auth })).body).toMatchObject(teamUser);
  expect((await service.call("GET /oauth2/@me", { auth })).at("user")).toMatchObject(teamUser);
  await service.control("PATCH /users/alice", { banned: true });
  expect((await service.call("GET /users/@me", { auth })).body).toMatchObject(teamUser);
  expect((await sendForm(service, "token", form)).status).toBe(200);
});

test("a team's application cannot edit command permissions with its own token", async () => {
  service = await aService({ world: world("Crew") });
  const scopes = ["applications.commands.permissions.update"];
  await service.control("POST /tokens", { token: "own", application: "Concierge", scopes });
  const commands = `/applications/${demo.applicationId}/guilds/${demo.guildId}/commands`;
  const route = `PUT ${commands}/${demo.applicationId}/permissions`;
  const refused = await service.call(route, { auth: "Bearer own", body: { permissions: [] } });
  expect([refused.status, refused.at("code")]).toEqual([403, 50_026]);
});

test("an application can only be transferred to a team of its owner", async () => {
  service = await aService({ world: world() });
  expect((await me()).at("team")).toBeNull();
  const refused = await service.asBot("PATCH /applications/@me", { team_id: OTHERS });
  expect(refused.at("errors", "team_id", "_errors", 0, "code")).toBe("APPLICATION_TEAM_UNKNOWN");
  const answer = await service.asBot("PATCH /applications/@me", { team_id: CREW });
  expect([answer.status, answer.at("team", "id")]).toEqual([200, CREW]);
  const path = `PATCH /applications/${demo.applicationId}`;
  expect((await service.asBot(path, { team_id: null })).at("team", "id")).toBe(CREW);
});

test("teams and their applications survive exporting and reloading the world", async () => {
  service = await aService({ world: world("Crew") });
  const exported = (await service.control("GET /world")).body;
  expect(exported).toMatchObject({
    teams: [
      {
        ...teams[0],
        members: [{ user: "bob" }, { user: "carol", role: "read_only", membership_state: 1 }],
      },
      teams[1],
    ],
    applications: [{ owner: "alice" }],
  });
  const again = await service.control("PUT /world", exported);
  expect(again.status).toBeLessThan(300);
  expect((await me()).at("team", "name")).toBe("Crew");
});

test("the owner of a team cannot be deleted, and a deleted user leaves the team", async () => {
  service = await aService({ world: { ...world("Crew"), guilds: [] } });
  expect((await service.control("DELETE /users/alice")).status).toBe(409);
  expect((await service.control("DELETE /users/carol")).status).toBe(204);
  const members = (await me()).at("team", "members") as object[];
  expect(members).toHaveLength(2);
});

test("a world is refused if a team lists a user twice or has an unknown owner", async () => {
  service = await aService();
  const twice = [{ name: "Crew", owner: "alice", members: [{ user: "bob" }, { user: "bob" }] }];
  expect((await service.control("PUT /world", { ...world(), teams: twice })).status).toBe(400);
  const nobody = [{ name: "Crew", owner: "nobody" }];
  expect((await service.control("PUT /world", { ...world(), teams: nobody })).status).toBe(400);
});

test("the control plane transfers an application to a team by name", async () => {
  service = await aService({ world: world() });
  const edited = await service.control("PATCH /applications/Concierge", { team: "Crew" });
  expect([edited.status, edited.at("team")]).toEqual([200, CREW]);
  expect((await me()).at("team", "name")).toBe("Crew");
});
