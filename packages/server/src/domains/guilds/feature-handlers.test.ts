import { expect, test } from "vitest";
import { aGuildScene, asUser, ids } from "../../testing/calls/guild-calls.ts";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { guildFeatureHandlers } from "./feature-handlers.ts";

const ofGuilds = guildFeatureHandlers
  .map(({ endpoint }) => endpoint)
  .filter(({ path }) => path.startsWith("/guilds/{guild_id}/"));

/** A path's parameters, each with the value 1. */
const named = (path: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "1"]));

test.each(ofGuilds)("$id requires membership in the guild", async (endpoint) => {
  const { call } = await aGuildScene();
  const ask = (guild_id: string) =>
    call(endpoint, {
      as: asUser(ids.carol),
      params: { ...named(endpoint.path), guild_id },
      body: {},
    });
  expect(codeOf(await ask(ids.guild))).toBe(50001);
  expect(codeOf(await ask("1"))).toBe(10004);
});
