import { afterEach, expect, test } from "vitest";
import { openHandlerCalls, type HandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aChannel, aGuild, anApplication, aRole, aUser } from "../../testing/records.ts";
import { applications } from "../applications/application.ts";
import { users } from "../users/user.ts";
import {
  emitChannel,
  emitChannelEnd,
  emitGuild,
  emitGuildChange,
  emitInstall,
  emitRole,
} from "./events.ts";
import { roles } from "./guild.ts";

const guild_id = "300000000000000001";
const owner_id = "100000000000000001";
const application_id = "200000000000000001";

const open: HandlerCalls[] = [];
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close();
});

async function aStore(): Promise<HandlerCalls> {
  const calls = await openHandlerCalls([]);
  open.push(calls);
  await calls.seed((tx) => {
    tx.put(roles, aRole({ guild_id, id: guild_id }, "VIEW_CHANNEL"));
    tx.put(applications, anApplication(application_id, { owner_id }));
    tx.put(users, aUser(application_id, { bot: true }));
  });
  return calls;
}

const inGuild = { kind: "guild", guild_id };

test("a new guild is announced by its ID, and a change with the whole guild", async () => {
  const { work, news } = await aStore();
  const guild = aGuild(guild_id, { owner_id });
  await work.transaction(async (ctx) => {
    emitGuild(ctx, guild);
    await emitGuildChange(ctx, guild);
  });
  expect(await news()).toMatchObject([
    { name: "GUILD_CREATE", scope: inGuild, payload: { id: guild_id } },
    { name: "GUILD_UPDATE", scope: inGuild, payload: { ...guild, roles: [{ id: guild_id }] } },
  ]);
});

test("a role is announced with both fields of its permissions", async () => {
  const { work, news } = await aStore();
  const role = aRole({ guild_id, id: "1" }, "CONNECT");
  await work.transaction(async (ctx) => emitRole(ctx, role, "new"));
  const permissions = { permissions: "1048576", permissions_new: "1048576" };
  expect(await news()).toMatchObject([
    { name: "GUILD_ROLE_CREATE", scope: inGuild, payload: { guild_id, role: permissions } },
  ]);
});

test("a channel is announced to those who see it, a thread's end to those who see its parent", async () => {
  const { work, news } = await aStore();
  const channel = aChannel("4", { guild_id });
  const thread = aChannel("5", { guild_id, type: 11, parent_id: "4" });
  await work.transaction(async (ctx) => {
    for (const each of [channel, thread]) {
      emitChannel(ctx, each, "new");
      emitChannel(ctx, each, "known");
      emitChannelEnd(ctx, each);
    }
  });
  const facts = await news();
  expect(facts.map(({ name, scope }) => [name, scope])).toEqual(
    [
      ["CHANNEL_CREATE", "4"],
      ["CHANNEL_UPDATE", "4"],
      ["CHANNEL_DELETE", "4"],
      ["THREAD_CREATE", "5"],
      ["THREAD_UPDATE", "5"],
      ["THREAD_DELETE", "4"],
    ].map(([name, channel_id]) => [name, { kind: "channel", channel_id, guild_id }]),
  );
  expect(facts.at(-1)?.payload).toEqual({ id: "5", type: 11, guild_id, parent_id: "4" });
});

test("an installation is announced with its application and the bot", async () => {
  const { work, news } = await aStore();
  const install = {
    guild_id,
    application_id,
    scopes: ["bot"],
    permissions: "0",
    installed_by: "1",
  };
  await work.transaction((ctx) => emitInstall(ctx, install, "new"));
  const application = { id: application_id, bot: { id: application_id, bot: true } };
  expect(await news()).toMatchObject([
    {
      name: "INTEGRATION_CREATE",
      scope: inGuild,
      payload: { id: application_id, guild_id, type: "discord", scopes: ["bot"], application },
    },
    { name: "GUILD_INTEGRATIONS_UPDATE", scope: inGuild, payload: { guild_id } },
  ]);
});
