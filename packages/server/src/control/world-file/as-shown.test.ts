import type { WorldFile } from "@antechamber/contract/control";
import { describe, expect, test } from "vitest";
import { issuesOf } from "../../testing/worlds/loaded-worlds.ts";
import { aService, demo } from "../../testing/start-service.ts";
import { demoWorld } from "./demo-world.ts";

const [application] = demoWorld.applications ?? [];
const [guild] = demoWorld.guilds ?? [];
const commandsPath = `/applications/${demo.applicationId}/commands`;
const ping = { name: "ping", description: "Pings", default_member_permissions: "8" };

/** A service with a command and a lobby that alice has linked to a channel, and the lobby's route. */
async function busyService() {
  const service = await aService();
  await service.asBot(`POST ${commandsPath}`, ping);
  const members = [
    { id: demo.aliceId, flags: 1 },
    { id: demo.bobId, metadata: { team: "red" } },
  ];
  const { id } = await service.asBot("POST /lobbies", { metadata: { map: "hall" }, members });
  const wish = { user: "alice", application: "Concierge", scopes: ["sdk.social_layer"] };
  const { body: signedIn } = await service.control("POST /tokens", wish);
  const { status } = await service.call(`PATCH /lobbies/${id}/channel-linking`, {
    auth: `Bearer ${(signedIn as { token: string }).token}`,
    body: { channel_id: demo.generalId },
  });
  expect(status).toBe(200);
  return { service, lobbyPath: `GET /lobbies/${id}` };
}

describe("a world file accepts objects as the API returns them", () => {
  test("lobbies with members and link, commands, bots and channels", async () => {
    const { service, lobbyPath } = await busyService();
    const channelsPath = `GET /guilds/${demo.guildId}/channels`;
    const reads = [lobbyPath, `GET ${commandsPath}`, "GET /users/@me", channelsPath];
    const bodies = await Promise.all(reads.map(async (read) => (await service.asBot(read)).body));
    await service.stop();
    const [lobby, commands, bot, channels] = bodies;

    const token = demo.botToken;
    const concierge = {
      ...application,
      commands,
      bot: { ...application?.bot, ...(bot as object), token },
    };
    const others = { applications: [concierge], guilds: [{ ...guild, channels }] };
    const world = { ...demoWorld, ...others, lobbies: [lobby] } as WorldFile;
    const other = await aService({ world });
    const again = await Promise.all(reads.map(async (read) => (await other.asBot(read)).body));
    expect(again).toEqual(bodies);
    await other.stop();
  });

  test.each([
    [{ application: "Concierge", application_id: "Concierge" }, []],
    [{ application_id: demo.applicationId, members: [{ id: "alice" }, { user: "bob" }] }, []],
    [{}, ["lobbies[0].application: This field is required"]],
    [
      { application: "Concierge", application_id: "Quiet" },
      [
        `lobbies[0].application_id: this follows from other fields, and must be "${demo.applicationId}"`,
      ],
    ],
    [{ application_id: "Nobody" }, ['lobbies[0].application_id: no application "Nobody"']],
    [
      { application: "Concierge", members: [{}, { id: "carol" }] },
      [
        "lobbies[0].members[0].user: This field is required",
        'lobbies[0].members[1].id: no user "carol"',
      ],
    ],
    [
      { application: "Concierge", members: [{ user: "bob" }, { id: "bob" }] },
      ["lobbies[0].members[1].id: this user is a member already"],
    ],
    [
      { application: "Concierge", members: [{ user: "bob", id: "alice" }] },
      [`lobbies[0].members[0].id: this follows from other fields, and must be "${demo.bobId}"`],
    ],
  ])("the lobby %j has the errors %j", (lobby, lines) => {
    const applications = [application, { name: "Quiet" }];
    expect(issuesOf({ ...demoWorld, applications, lobbies: [lobby] })).toEqual(lines);
  });

  test.each([
    [
      { application_id: demo.guildId },
      `application_id: this follows from other fields, and must be "${demo.applicationId}"`,
    ],
    [
      { version: demo.guildId, versions: demo.bobId },
      `versions: this follows from other fields, and must be "${demo.guildId}"`,
    ],
  ])("a command's derived fields must be correct: %j", (fields, line) => {
    const commands = [{ ...ping, ...fields }];
    const world = { ...demoWorld, applications: [{ ...application, commands }] };
    expect(issuesOf(world)).toEqual([`applications[0].commands[0].${line}`]);
  });
});
