import { afterEach, expect, test } from "vitest";
import { openHandlerCalls, type HandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aMember } from "../../testing/records.ts";
import { members } from "../guilds/guild.ts";
import {
  commandPermissions,
  type CommandPermissionsRecord,
} from "./permissions/command-permissions.ts";
import { dropCommandsIn, dropPermissionEntries } from "./cascade-delete.ts";

const guild_id = "300000000000000001";
const application_id = "200000000000000001";

const open: HandlerCalls[] = [];
afterEach(async () => {
  for (const { store } of open.splice(0)) await store.close();
});

const entry = (id: string) => ({ id, type: 2, permission: true }) as const;

async function aGuild(...sets: readonly CommandPermissionsRecord[]): Promise<HandlerCalls> {
  const calls = await openHandlerCalls([]);
  open.push(calls);
  await calls.seed((tx) => {
    tx.put(members, aMember({ guild_id, user_id: application_id }));
    for (const set of sets) tx.put(commandPermissions, set);
  });
  await calls.news();
  return calls;
}

const set = (id: string, ...ids: readonly string[]): CommandPermissionsRecord => ({
  id,
  application_id,
  guild_id,
  permissions: ids.map(entry),
});

test("permission entries of a deleted subject are removed, with events to application and members", async () => {
  const { work, store, news } = await aGuild(set("1", "7", "8"), set("2", "7"), set("3", "8"));
  await work.transaction((ctx) => dropPermissionEntries(ctx, guild_id, "7"));
  const remaining = await store.read((tx) => tx.find(commandPermissions));
  expect(remaining).toEqual([set("1", "8"), set("3", "8")]);
  expect((await news()).map(({ payload }) => payload)).toMatchObject([
    { id: "1", permissions: [entry("8")] },
    { id: "2", permissions: [] },
    { guild_id },
  ]);
  await work.transaction((ctx) => dropPermissionEntries(ctx, guild_id, "9"));
  expect(await news()).toEqual([]);
});

test("an application's commands and permissions in a guild are deleted without events", async () => {
  const { work, store, news } = await aGuild(set("1", "7"));
  await work.transaction((ctx) => dropCommandsIn(ctx, { guild_id, application_id }));
  expect(await store.read((tx) => tx.count(commandPermissions))).toBe(0);
  expect(await news()).toEqual([]);
});
