// Command permissions as client libraries handle them: the event, and lists that equal what was
// sent.
import { Client, Events, GatewayIntentBits } from "discord.js";
import { afterEach, expect, test } from "vitest";
import { demoWorld } from "../../packages/server/src/control/world-file/demo-world.ts";
import {
  aService,
  demo,
  type TestService,
} from "../../packages/server/src/testing/start-service.ts";
import { loggedIn } from "./logged-in.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function aRunningService(): Promise<TestService> {
  const scopes = ["applications.commands.permissions.update"];
  const editor = { token: "bearer-editor", user: "alice", application: "Concierge", scopes };
  const service = await aService({ world: { ...demoWorld, access_tokens: [editor] } });
  cleanups.push(() => service.stop());
  return service;
}

async function aBot(service: TestService): Promise<Client<true>> {
  const client = new Client({
    // The event needs no other intent, since it belongs to none.
    intents: [GatewayIntentBits.Guilds],
    rest: { api: `${service.url}/api` },
  });
  cleanups.push(() => client.destroy());
  return loggedIn(client, demo.botToken);
}

// Proves requirement 1 "commands"
test("discord.js sets command permissions, receives the event, reads them, and they apply", async () => {
  const service = await aRunningService();
  const client = await aBot(service);
  const command = await client.application.commands.create({
    name: "ping",
    description: "Answers pong",
  });
  const update = new Promise((resolve) => {
    client.once(Events.ApplicationCommandPermissionsUpdate, resolve);
  });
  const place = { guild: demo.guildId, command: command.id };
  await command.permissions.set({
    ...place,
    token: "bearer-editor",
    permissions: [{ id: demo.bobId, type: 2, permission: false }],
  });
  const entries = [{ id: demo.bobId, type: 2, permission: false }];
  expect(await update).toEqual({
    id: command.id,
    guildId: demo.guildId,
    applicationId: demo.applicationId,
    permissions: entries,
  });
  expect(await command.permissions.fetch(place)).toEqual(entries);
  const denied = await service.control("POST /users/bob/invoke", {
    application: "Concierge",
    channel: demo.generalId,
    command: "ping",
  });
  expect(denied.at("outcome")).toBe("denied");
  const picker = await service.asUser(
    demo.bobToken,
    `GET /channels/${demo.generalId}/application-command-index`,
  );
  expect(picker.at("application_commands")).toEqual([]);
});

test("a command list with localizations equals what was sent, so that a sync finds no changes", async () => {
  const service = await aRunningService();
  // As slash-create sends a command, including nulls; source: protocol: clients 3.8.
  const local = [
    {
      type: 1,
      name: "colour",
      name_localizations: { de: "farbe" },
      description: "Shows a colour",
      description_localizations: null,
      default_member_permissions: null,
      dm_permission: true,
      contexts: null,
      integration_types: [0, 1],
      nsfw: false,
      options: [
        {
          type: 3,
          name: "name",
          name_localizations: null,
          description: "Which one",
          description_localizations: null,
          required: true,
          choices: [{ name: "red", name_localizations: { de: "rot" }, value: "r" }],
        },
      ],
    },
    {
      type: 2,
      name: "High Five",
      name_localizations: null,
      description: "",
      description_localizations: null,
      default_member_permissions: "2048",
      dm_permission: true,
      contexts: [0, 1],
      integration_types: [0],
      nsfw: true,
    },
  ];
  const path = `/applications/${demo.applicationId}/commands`;
  expect((await service.asBot(`PUT ${path}`, local)).status).toBe(200);
  const listed = await service.asBot(`GET ${path}?with_localizations=true`);
  const remote = (listed.body as object[]).map((command) => {
    const compared = Object.entries(command).filter(
      ([key]) => !["id", "application_id", "version"].includes(key),
    );
    return Object.fromEntries(compared);
  });
  expect(remote).toStrictEqual(local);
});
