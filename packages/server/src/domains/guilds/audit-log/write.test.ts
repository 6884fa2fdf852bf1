import { createGuildEmoji, deleteGuildEmoji, editGuildEmoji } from "@antechamber/contract/guilds";
import { expect, test } from "vitest";
import {
  aGuildScene,
  aPicture,
  asBot,
  asUser,
  ids,
  inGuild,
} from "../../../testing/calls/guild-calls.ts";
import { writeAuditLog, type AuditLogDraft } from "./write.ts";

const draft: AuditLogDraft = { guild_id: ids.guild, user_id: ids.bob, target_id: ids.carol };

test("an entry contains the user, the target, the reason and the changes", async () => {
  const { call, logged } = await aGuildScene(
    "MANAGE_GUILD_EXPRESSIONS",
    "CREATE_GUILD_EXPRESSIONS",
  );
  const body = { name: "smile", image: aPicture() };
  const added = await call(createGuildEmoji, { as: asBot, params: inGuild, body });
  const params = { ...inGuild, emoji_id: added.body.id };
  const bob = { as: asUser(ids.bob), params };
  await call(editGuildEmoji, { ...bob, body: { name: "grin" }, reason: "not%20a%20smile" });
  await call(deleteGuildEmoji, bob);
  const about = { guild_id: ids.guild, target_id: added.body.id, id: expect.any(String) as string };
  expect(await logged()).toEqual([
    { ...about, action_type: 60, user_id: ids.bot, changes: [{ key: "name", new_value: "smile" }] },
    {
      ...about,
      action_type: 61,
      user_id: ids.bob,
      changes: [{ key: "name", old_value: "smile", new_value: "grin" }],
      reason: "not a smile",
    },
    { ...about, action_type: 62, user_id: ids.bob, changes: [{ key: "name", old_value: "grin" }] },
  ]);
});

test("changes contain pictures by their hash, and omit null", async () => {
  const { work, logged } = await aGuildScene();
  const [before, after] = [
    { icon: "abc", name: "Harbor", description: null },
    { icon: null, name: "Harbor", description: "Ships" },
  ];
  await work.transaction(async (ctx) => {
    writeAuditLog(ctx, "GUILD_UPDATE", { ...draft, before, after });
  });
  expect(await logged()).toMatchObject([
    {
      changes: [
        { key: "description", new_value: "Ships" },
        { key: "icon_hash", old_value: "abc" },
      ],
    },
  ]);
});

test("a change that changes nothing is not logged", async () => {
  const { work, logged } = await aGuildScene();
  await work.transaction(async (ctx) => {
    writeAuditLog(ctx, "GUILD_UPDATE", { ...draft, before: { name: "A" }, after: { name: "A" } });
    writeAuditLog(ctx, "MEMBER_ROLE_UPDATE", { ...draft, changes: [] });
  });
  expect(await logged()).toEqual([]);
});
