import { datedRules } from "@antechamber/contract";
import { listConnections } from "@antechamber/contract/oauth";
import { parseTimestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import type { Caller } from "../../platform/context.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aUser } from "../../testing/records.ts";
import { connectionHandlers } from "./connections.ts";
import { users } from "./user.ts";

const alice = "100000000000000001";
const bot = "200000000000000001";
const asAlice: Caller = { kind: "user", user_id: alice };
const withScope: Caller = {
  kind: "bearer",
  application_id: bot,
  user_id: alice,
  scopes: new Set(["connections"]),
};

const streaming = {
  id: "1",
  type: "twitch",
  account: { id: "1", name: "alice" },
  guild: { id: "300000000000000001", name: "Hall", icon: null },
};

async function aScene() {
  const calls = await openHandlerCalls(connectionHandlers);
  await calls.seed((tx) => {
    tx.put(users, aUser(bot, { bot: true }));
    tx.put(
      users,
      aUser(alice, {
        connections: [
          {
            type: "github",
            id: "7",
            name: "alice-on-github",
            visibility: 0,
            integrations: [streaming],
          },
          { type: "riotgames" },
          { type: "leagueoflegends", name: "alice-plays" },
        ],
      }),
    );
  });
  const types = async (as: Caller) =>
    (await calls.call(listConnections, { as })).body.map(({ type }) => type);
  return { ...calls, types };
}

// Proves requirement 9 "legacy game platforms"
test("connections to legacy game platforms are listed until their removal date", async () => {
  const { types, clock } = await aScene();
  const day = parseTimestamp(datedRules.legacyConnections.from) ?? 0;
  await clock.moveTo(day);
  expect(await types(withScope)).toEqual(["github"]);
  await clock.moveTo(day - 1);
  expect(await types(withScope)).toEqual(["github", "riotgames", "leagueoflegends"]);
});

// Proves requirement 4.3 "GET /users/@me/connections"
test("a connection has all fields, with defaults for omitted ones", async () => {
  const { call, clock } = await aScene();
  await clock.moveTo((parseTimestamp(datedRules.legacyConnections.from) ?? 0) - 1);
  const { body } = await call(listConnections, { as: asAlice });
  const usual = { verified: true, friend_sync: false, show_activity: true, two_way_link: false };
  const name = `user-${alice}`;
  expect(body.slice(0, 2)).toEqual([
    {
      ...usual,
      type: "github",
      id: "7",
      name: "alice-on-github",
      visibility: 0,
      integrations: [streaming],
    },
    { ...usual, type: "riotgames", id: name, name, visibility: 1 },
  ]);
});

test("integrations are hidden from applications, and a bot has no connections", async () => {
  const { call, types } = await aScene();
  const { body } = await call(listConnections, { as: withScope });
  expect(body[0]).not.toHaveProperty("integrations");
  expect(await types({ kind: "bot", application_id: bot })).toEqual([]);
});
