// The errors for misspelt names.
import { describe } from "vitest";
import { expect, test } from "./runners/vitest.ts";
import type { EntityKind } from "./entities.ts";
import type { World } from "./world.ts";

const options = [{ type: 9, name: "whom", description: "Whom" }];
const ban = { name: "ban", description: "Bans somebody", options };

async function register(world: World): Promise<void> {
  const { id, botToken } = world.application("Concierge");
  const response = await fetch(`${world.api}/v10/applications/${id}/commands`, {
    method: "POST",
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify(ban),
  });
  expect(response.status).toBe(201);
}

describe("an error suggests the nearest name for an unknown name", () => {
  const slips: readonly (readonly [string, (world: World) => Promise<unknown>, string])[] = [
    [
      "of who is written to",
      (world) => world.user("alice").dm("Conciege").message("hello"),
      "alice cannot write in @Conciege: Unknown User; did you mean @Concierge, ",
    ],
    [
      "of whose messages are looked at",
      (world) => world.user("alice").dm("bbo").sees(),
      "alice cannot see @bbo: Unknown User; did you mean @bob, ",
    ],
    [
      "of a guild",
      (world) => world.user("alice").in("#general", { guild: "Tst Guild" }).message("hello"),
      "Unknown Guild; did you mean Test Guild",
    ],
    [
      "of an event that a player should hear of",
      async (world) =>
        expect(await world.player("alice").connect("Arena")).not.toHear("MESSAGE_CREAT"),
      'there is no event "MESSAGE_CREAT"; did you mean MESSAGE_CREATE, ',
    ],
    [
      "of an event that a webhook should get",
      async (world) =>
        expect(world.webhooks("Concierge")).not.toHaveDelivered("APPLICATION_AUTHORISED"),
      'there is no event "APPLICATION_AUTHORISED"; did you mean APPLICATION_AUTHORIZED, ',
    ],
    [
      "of an application that is left",
      (world) => world.user("alice").deauthorize("Arna"),
      "alice cannot leave Arna: Unknown Application; did you mean Arena, Concierge",
    ],
    [
      "of an application that is played",
      (world) => world.player("alice").join("Arna", { secret: "harbour" }),
      'there is no application "Arna"; did you mean Arena, Concierge',
    ],
    [
      "of a game that is connected to",
      (world) => world.player("alice").connect("Arna"),
      'there is no application "Arna"; did you mean Arena, Concierge',
    ],
    [
      "of a channel that is linked to",
      async (world) => {
        const lobby = await world.player("alice").join("Arena", { secret: "harbour" });
        await lobby.link("#genral");
      },
      'there is no channel "genral"; did you mean general, ',
    ],
    [
      "of a role that is taken",
      (world) => world.member("bob").removeRole("mosd"),
      'there is no role "mosd"; did you mean mods, ',
    ],
    [
      "of a role that would be otherwise",
      (world) =>
        world.whatIf({ roles: { mosd: { permissions: [] } } }).decision("bob", "/ban", "#general"),
      'there is no role "mosd"; did you mean mods, ',
    ],
    [
      "of a channel that would be otherwise",
      (world) =>
        world
          .whatIf({ channels: { genral: { permission_overwrites: [] } } })
          .decision("bob", "/ban", "#general"),
      'there is no channel "genral"; did you mean general, ',
    ],
    [
      "of a command that would be otherwise",
      (world) =>
        world
          .whatIf({ commands: { bam: { default_member_permissions: null } } })
          .decision("bob", "/ban", "#general"),
      'there is no command "bam"; did you mean ban',
    ],
    [
      "of a user whom an option is about",
      (world) => world.user("alice").in("#general").run("/ban whom:@bbo"),
      'in #general: nothing is called "@bbo"; did you mean @bob, ',
    ],
    [
      "of a role that an option is about",
      (world) => world.user("alice").in("#general").run("/ban whom:@mds"),
      'nothing is called "@mds"; did you mean @mods, ',
    ],
    [
      "of a channel where an option is about a user",
      (world) => world.user("alice").in("#general").run("/ban whom:#nowhere"),
      'nothing is called "#nowhere"; did you mean #',
    ],
    [
      "of a kind",
      (world) => world.add("channel" as EntityKind, { name: "den" }),
      'there is no kind "channel"; did you mean channels, ',
    ],
  ];

  test.for(slips)("%s", async ([, slip, answer], { world }) => {
    await register(world);
    await expect(slip(world)).rejects.toThrow(answer);
  });
});

test("a command is run before its bot has signed in", async ({ world }) => {
  await expect(world.user("alice").in("#general").run("/ban")).rejects.toThrow(
    "no application has the command /ban, or any other: sign the bot in by world.login, ",
  );
});

describe("snapshots", () => {
  test("suggest the nearest name for an unknown one", async ({ world }) => {
    await expect(world.rewind("ready")).rejects.toThrow('no snapshot "ready"; there is none');
    await world.snapshot("ready");
    await expect(world.rewind("redy")).rejects.toThrow('no snapshot "redy"; did you mean ready');
  });

  test("refuse an invalid name with the allowed characters", async ({ world }) => {
    await expect(world.snapshot("My Snap")).rejects.toThrow(
      "it is made of letters from a to z, digits, hyphens and underscores",
    );
  });
});

test("a player joins a game that was added through the control plane by name", async ({
  world,
}) => {
  const body = { name: "Quiz", owner: "alice" };
  await world.control.call("POST /applications", { body });
  const lobby = await world.player("alice").join("Quiz", { secret: "harbour" });
  expect(await world.lobby(lobby)).not.toBeGone();
});
