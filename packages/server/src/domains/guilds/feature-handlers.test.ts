import { expect, test } from "vitest";
import { aGuildScene, asUser, ids } from "../../testing/guild-calls.ts";
import { codeOf } from "../../testing/message-calls.ts";
import { guildFeatureHandlers } from "./feature-handlers.ts";

const ofGuilds = guildFeatureHandlers
  .map(({ endpoint }) => endpoint)
  .filter(({ path }) => path.startsWith("/guilds/{guild_id}/"));

test.each(ofGuilds)("$id is for the guild's members", async (endpoint) => {
  const { call } = await aGuildScene();
  const ask = (guild_id: string) =>
    call(endpoint, {
      as: asUser(ids.carol),
      params: { guild_id, emoji_id: "1", event_id: "1", sticker_id: "1" },
      body: {},
    });
  expect(codeOf(await ask(ids.guild))).toBe(50001);
  expect(codeOf(await ask("1"))).toBe(10004);
});
