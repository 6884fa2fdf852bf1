import {
  getCurrentApplication,
  getCurrentBotApplication,
  listDetectableApplications,
} from "@antechamber/contract/applications";
import { expect, test } from "vitest";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { anApplication, aUser } from "../../testing/records.ts";
import { users } from "../users/user.ts";
import { replied, scriptedOutbound } from "../../testing/network/scripted-outbound.ts";
import { endpointCheck } from "./endpoint-check.ts";
import { applications, flagBits } from "./application.ts";
import { applicationHandlers } from "./handlers.ts";
import { guildInstalls, userInstalls } from "./installs.ts";
import { authorizations } from "./authorization.ts";
import { accessTokens } from "./tokens.ts";

const alice = "100000000000000001";
const own = "200000000000000001";
const other = "200000000000000002";
const as = { kind: "bot", application_id: own } as const;

async function aService() {
  const check = endpointCheck(scriptedOutbound(() => replied(200, {})));
  const calls = await openHandlerCalls(applicationHandlers({ check }));
  await calls.seed((tx) => {
    tx.put(users, aUser(alice));
    tx.put(users, aUser(own, { bot: true }));
    const flags_new = flagBits(["GATEWAY_MESSAGE_CONTENT", "EMBEDDED"]) | (1n << 33n);
    const fields = {
      flags_new: flags_new.toString(),
      integration_types: [0, 1],
      tags: ["game"],
    } as const;
    tx.put(applications, anApplication(own, { owner_id: alice, ...fields }));
    tx.put(applications, anApplication(other, { owner_id: alice }));
    for (const [application_id, guild_id] of [
      [own, "301"],
      [own, "302"],
      [other, "303"],
    ] as const) {
      const install = { scopes: ["bot"], permissions: "0", installed_by: alice };
      tx.put(guildInstalls, { ...install, application_id, guild_id });
    }
    tx.put(userInstalls, { user_id: alice, application_id: own, scopes: [] });
    const token = {
      application_id: own,
      user_id: alice,
      scopes: ["identify"],
      expiresAt: 2_000_000_000_000,
    };
    tx.put(accessTokens, { ...token, digest: "sha256:0" });
    const { expiresAt: authorizedAt, ...consent } = token;
    tx.put(authorizations, { ...consent, authorizedAt });
  });
  return calls;
}

test("the list of detectable applications is empty and needs no authentication", async () => {
  const { call } = await aService();
  const answer = await call(listDetectableApplications, { as: { kind: "nobody" } });
  expect(answer).toMatchObject({ status: 200, body: [] });
});

// Proves requirement 9 "flags and flags_new"
test("an application sees itself with its owner, its bot and its approximate reach", async () => {
  const { call } = await aService();
  const { status, body } = await call(getCurrentApplication, { as });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: own,
    owner: { id: alice },
    bot: { id: own, bot: true },
    tags: ["game"],
    approximate_guild_count: 2,
    approximate_user_install_count: 1,
    approximate_user_authorization_count: 1,
    integration_types_config: { 0: {}, 1: {} },
    // `flags` only contains the lower 32 bits; `flags_new` contains all.
    flags: (1 << 17) | (1 << 18),
    flags_new: ((1n << 17n) | (1n << 18n) | (1n << 33n)).toString(),
  });
  expect(JSON.stringify(body)).not.toMatch(/signingSeed|Digest|requestsPerSecond/);
});

test("both endpoints for the current application answer the same", async () => {
  const { call } = await aService();
  const first = await call(getCurrentApplication, { as });
  expect(await call(getCurrentBotApplication, { as })).toEqual(first);
});

test("an application without a bot user is shown without one", async () => {
  const { call } = await aService();
  const { body } = await call(getCurrentApplication, {
    as: { kind: "bot", application_id: other },
  });
  expect(body).toMatchObject({ id: other, flags: 0, flags_new: "0" });
  expect(body).not.toHaveProperty("bot");
});
