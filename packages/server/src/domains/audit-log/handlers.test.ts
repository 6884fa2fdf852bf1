import { limits } from "@antechamber/contract";
import { removeGuildIntegration } from "@antechamber/contract/guilds";
import { listAuditLog, type AuditLogActionName } from "@antechamber/contract/audit-log";
import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { asBot, asUser, ids, inGuild } from "../../testing/calls/guild-calls.ts";
import { aCommand } from "../../testing/worlds/interaction-world.ts";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "../../testing/records.ts";
import { applications } from "../applications/application.ts";
import { guildInstalls } from "../applications/installs.ts";
import { commands } from "../commands/command.ts";
import { writeAuditLog, type AuditLogDraft } from "../guilds/audit-log/write.ts";
import { channels, guilds, members, roles } from "../guilds/guild.ts";
import { scheduledEvents } from "../guilds/scheduled-events/scheduled-event.ts";
import { integrationHandlers } from "../oauth/installs/integration-handlers.ts";
import { users } from "../users/user.ts";
import { auditLogHandlers } from "./handlers.ts";

const guild_id = ids.guild;
const [thread, quiz, ping] = ["300000000000000041", "300000000000000042", "300000000000000043"];

async function aScene() {
  const handlers = [...auditLogHandlers, ...integrationHandlers];
  const calls = await openHandlerCalls(handlers);
  await calls.seed((tx) => {
    for (const id of [ids.alice, ids.bob, ids.carol]) tx.put(users, aUser(id));
    tx.put(users, aUser(ids.bot, { bot: true }));
    tx.put(applications, anApplication(ids.bot, { owner_id: ids.alice }));
    tx.put(guilds, aGuild(guild_id, { owner_id: ids.alice }));
    tx.put(roles, aRole({ guild_id, id: guild_id }, "VIEW_CHANNEL"));
    tx.put(roles, aRole({ guild_id, id: ids.role }, "VIEW_AUDIT_LOG"));
    tx.put(members, aMember({ guild_id, user_id: ids.bot }, { roles: [ids.role] }));
    for (const user_id of [ids.alice, ids.bob]) tx.put(members, aMember({ guild_id, user_id }));
    tx.put(channels, aChannel(ids.general, inGuild));
    tx.put(channels, {
      ...inGuild,
      id: thread,
      type: 11,
      name: "talk",
      flags: 0,
      parent_id: ids.general,
      owner_id: ids.bob,
    });
    tx.put(guildInstalls, {
      guild_id,
      application_id: ids.bot,
      scopes: ["bot"],
      permissions: "0",
      installed_by: ids.alice,
    });
    tx.put(commands, aCommand(ping, { application_id: ids.bot, name: "ping" }));
    tx.put(scheduledEvents, {
      id: quiz,
      guild_id,
      channel_id: null,
      creator_id: ids.alice,
      name: "Quiz",
      description: null,
      scheduled_start_time: "2030-01-01T00:00:00.000000+00:00",
      scheduled_end_time: "2030-01-01T01:00:00.000000+00:00",
      entity_type: 3,
      entity_metadata: { location: "Here" },
      image: null,
      status: 1,
      entity_id: null,
      privacy_level: 2,
    });
  });
  const write = (action: AuditLogActionName, draft: Partial<AuditLogDraft> = {}) =>
    calls.work.transaction(async (ctx) => {
      writeAuditLog(ctx, action, { guild_id, user_id: ids.bob, target_id: null, ...draft });
    });
  const read = async (query: object = {}, as = asBot) => {
    const answer = await calls.call(listAuditLog, { as, params: inGuild, query });
    return answer.body;
  };
  const types = async (query: object = {}) =>
    (await read(query)).audit_log_entries.map((entry) => entry.action_type);
  return { ...calls, write, read, types };
}

type AuditScene = Awaited<ReturnType<typeof aScene>>;

async function aLongLog({ write }: AuditScene): Promise<void> {
  await write("ROLE_CREATE", { target_id: ids.role });
  await write("ROLE_UPDATE", { target_id: ids.role, user_id: ids.alice });
  await write("ROLE_DELETE", { target_id: ids.empty });
  await write("MEMBER_KICK", { target_id: ids.carol, user_id: ids.alice });
}

test("the audit log lists the newest entries first, up to the limit", async () => {
  const scene = await aScene();
  await aLongLog(scene);
  expect(await scene.types()).toEqual([20, 32, 31, 30]);
  expect(await scene.types({ limit: 2 })).toEqual([20, 32]);
});

test("the audit log paginates in both directions from the ID of an entry", async () => {
  const scene = await aScene();
  await aLongLog(scene);
  const all = (await scene.read()).audit_log_entries.map(({ id }) => id);
  expect(await scene.types({ before: all[1], limit: 1 })).toEqual([31]);
  expect(await scene.types({ after: all[2] })).toEqual([32, 20]);
  expect(await scene.types({ after: "0", limit: 2 })).toEqual([30, 31]);
});

test("the audit log filters entries by user, target and action type", async () => {
  const scene = await aScene();
  await aLongLog(scene);
  expect(await scene.types({ user_id: ids.alice })).toEqual([20, 31]);
  expect(await scene.types({ target_id: ids.role })).toEqual([31, 30]);
  expect(await scene.types({ action_type: 32 })).toEqual([32]);
  expect(await scene.types({ user_id: ids.alice, action_type: 31 })).toEqual([31]);
  expect(await scene.types({ user_id: ids.alice, target_id: ids.empty })).toEqual([]);
});

test("a filter searches beyond the first page of entries", async () => {
  const scene = await aScene();
  await scene.write("ROLE_UPDATE", { user_id: ids.alice });
  for (let i = 0; i <= limits.auditLogPage.value; i += 1) await scene.write("ROLE_CREATE");
  await scene.write("ROLE_UPDATE", { user_id: ids.alice });
  expect(await scene.types({ action_type: 31, user_id: ids.alice })).toEqual([31, 31]);
  expect(await scene.types({ user_id: ids.bob, action_type: 31, after: "0" })).toEqual([]);
});

test("the audit log contains the objects that entries refer to, if they still exist", async () => {
  const { write, read } = await aScene();
  await write("MEMBER_KICK", { target_id: ids.carol });
  await write("MEMBER_KICK", { target_id: ids.carol });
  await write("THREAD_CREATE", { target_id: thread });
  await write("THREAD_DELETE", { target_id: "1" });
  await write("GUILD_SCHEDULED_EVENT_CREATE", { target_id: quiz });
  await write("INTEGRATION_CREATE", { target_id: ids.bot, user_id: null });
  await write("APPLICATION_COMMAND_PERMISSION_UPDATE", {
    target_id: ping,
    options: { application_id: ids.bot },
  });
  const log = await read();
  expect(log.users.map(({ id }) => id)).toEqual([ids.bob, ids.carol]);
  expect(log.threads).toMatchObject([{ id: thread }]);
  expect(log.guild_scheduled_events).toMatchObject([{ id: quiz, name: "Quiz" }]);
  expect(log.integrations).toMatchObject([{ id: ids.bot, application_id: ids.bot }]);
  expect(log.application_commands).toMatchObject([{ id: ping, name: "ping" }]);
  expect([log.webhooks, log.auto_moderation_rules]).toEqual([[], []]);
});

test("reading the audit log requires the permission to view it", async () => {
  const { call, read } = await aScene();
  const as = asUser(ids.bob);
  expect(codeOf(await call(listAuditLog, { as, params: inGuild }))).toBe(50013);
  const outside = { as: asUser(ids.carol), params: inGuild };
  expect(codeOf(await call(listAuditLog, outside))).toBe(50001);
  expect((await read({}, asUser(ids.alice))).audit_log_entries).toEqual([]);
});

test("an entry is kept for 45 days", async () => {
  const { work, clock, write, types } = await aScene();
  await work.scheduler.start();
  await write("ROLE_CREATE");
  await clock.moveTo(clock.now() + limits.auditLogKept.value - 1000);
  await write("ROLE_DELETE");
  expect(await types()).toEqual([32, 30]);
  await clock.moveTo(clock.now() + 2000);
  expect(await types()).toEqual([32]);
});

test("an entry is deleted after 45 days even if the clock was set back", async () => {
  const { work, clock, write, types } = await aScene();
  await work.scheduler.start();
  const start = clock.now();
  await clock.moveTo(start + 86_400_000);
  await write("ROLE_CREATE");
  await clock.moveTo(start);
  await write("ROLE_DELETE");
  await clock.moveTo(start + limits.auditLogKept.value + 1000);
  expect(await types()).toEqual([30]);
});

test("removing an application from a guild is logged with its user", async () => {
  const { call, logged } = await aScene();
  const params = { ...inGuild, integration_id: ids.bot };
  await call(removeGuildIntegration, { as: asUser(ids.alice), params });
  expect(await logged()).toMatchObject([
    { action_type: 82, user_id: ids.alice, target_id: ids.bot, changes: [{ key: "name" }, {}] },
  ]);
});
