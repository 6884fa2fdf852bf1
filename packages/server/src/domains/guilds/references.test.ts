import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aChannel, aGuild, aRole } from "../../testing/records.ts";
import { channels, guilds, roles } from "./guild.ts";
import { referencedGuild, referencedGuildChannel, referencedRole } from "./references.ts";

const ids = {
  harbor: "300000000000000001",
  odd: "300000000000000002",
  general: "300000000000000021",
  oddGeneral: "300000000000000022",
  slashed: "300000000000000023",
  direct: "300000000000000024",
  mods: "300000000000000011",
};

async function places() {
  const { work, seed } = await openHandlerCalls([]);
  await seed((tx) => {
    tx.put(guilds, aGuild(ids.harbor, { owner_id: "1", name: "Harbor" }));
    tx.put(guilds, aGuild(ids.odd, { owner_id: "1", name: "Harbor/East" }));
    const at = (guild_id: string, name: string) => ({ guild_id, name });
    tx.put(channels, aChannel(ids.general, at(ids.harbor, "general")));
    tx.put(channels, aChannel(ids.oddGeneral, at(ids.odd, "general")));
    tx.put(channels, aChannel(ids.slashed, at(ids.harbor, "a/b")));
    tx.put(channels, { id: ids.direct, type: 1, flags: 0, recipientIds: ["1", "2"] });
    tx.put(roles, aRole({ guild_id: ids.harbor, id: ids.harbor }));
    tx.put(roles, { ...aRole({ guild_id: ids.harbor, id: ids.mods }), name: "mods" });
  });
  return work;
}

test.each([
  [ids.general, ids.general],
  ["Harbor/general", ids.general],
  ["Harbor/East/general", ids.oddGeneral],
  ["a/b", ids.slashed],
  ["#a/b", ids.slashed],
  ["Harbor/a/b", ids.slashed],
])("%s resolves to a channel", async (text, id) => {
  const work = await places();
  const found = await work.read((ctx) => referencedGuildChannel(ctx, { text, path: ["channel"] }));
  expect(found.id).toBe(id);
});

test.each([
  ["general", 50035],
  [ids.direct, 10003],
  [`Harbor/${ids.oddGeneral}`, 10003],
  ["Harbor/", 10003],
])("%s does not resolve to a channel", async (text, code) => {
  const work = await places();
  const call = work.read((ctx) => referencedGuildChannel(ctx, { text, path: ["channel"] }));
  await expect(call).rejects.toMatchObject({ declaration: { code } });
});

test("guilds and roles can be referenced by name, too", async () => {
  const work = await places();
  const at = (text: string) => ({ text, path: [] });
  expect((await work.read((ctx) => referencedGuild(ctx, at("Harbor/East")))).id).toBe(ids.odd);
  expect((await work.read((ctx) => referencedRole(ctx, at("@mods")))).id).toBe(ids.mods);
  const nobody = work.read((ctx) => referencedRole(ctx, at("Harbor/nobody")));
  await expect(nobody).rejects.toMatchObject({ declaration: { code: 10011 } });
});
