import { limits } from "@antechamber/contract";
import { timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import type { ApplicationRecord } from "../applications/application.ts";
import { userInstalls } from "../applications/installs.ts";
import { aGuildScene, ids } from "../../testing/calls/guild-calls.ts";
import { aMember, anApplication } from "../../testing/records.ts";
import { members } from "./guild.ts";
import { mayUseIntent, mayUseIntents } from "./privileged-intents.ts";

const limited = (1 << 15).toString();
const full = (1 << 14).toString();

/** Alice and Bob are members of the bot's guild, and Carol has installed the application. */
async function aReach(more: Partial<ApplicationRecord>) {
  const scene = await aGuildScene();
  const install = { user_id: ids.carol, application_id: ids.bot, scopes: [] };
  await scene.seed((tx) => {
    tx.put(userInstalls, install);
    tx.put(userInstalls, { ...install, user_id: ids.bob });
    tx.put(members, aMember({ guild_id: "300000000000000009", user_id: ids.bot }));
    tx.put(members, aMember({ guild_id: "300000000000000009", user_id: ids.bob }));
  });
  const application = anApplication(ids.bot, { owner_id: ids.alice, ...more });
  const may = () => scene.work.read((ctx) => mayUseIntent(ctx, application, "GUILD_MEMBERS"));
  return { ...scene, application, may };
}

test("an intent that is not enabled may not be used", async () => {
  expect(await (await aReach({ flags_new: "0" })).may()).toBe(false);
});

// Proves requirement 8 "privileged intents"
test("the owner's switch suffices up to a number of users, each counted once", async () => {
  const few = await aReach({ flags_new: limited, accessible_users_max: 3 });
  expect(await few.may()).toBe(true);
  const many = await aReach({ flags_new: limited, accessible_users_max: 2 });
  expect(await many.may()).toBe(false);
  expect(await (await aReach({ flags_new: limited })).may()).toBe(true);
});

// Proves requirement 8 "privileged intents"
test("beyond that number, a review is valid for a year", async () => {
  const now = 1_800_000_000_000;
  const year = limits.intentReview.value;
  const reviewed = (at: number) =>
    aReach({
      flags_new: limited,
      accessible_users_max: 0,
      intents_reviewed_at: timestamp(at),
    });
  expect(await (await reviewed(now - year)).may()).toBe(true);
  expect(await (await reviewed(now - year - 1)).may()).toBe(false);
});

test("the flag of a review without a date is valid forever", async () => {
  const unlimited = { flags_new: full, accessible_users_max: 0 };
  expect(await (await aReach(unlimited)).may()).toBe(true);
  const old = { ...unlimited, intents_reviewed_at: timestamp(0) };
  expect(await (await aReach(old)).may()).toBe(false);
});

test("all requested intents must be permitted", async () => {
  const { work, application } = await aReach({ flags_new: limited });
  const ask = (...names: string[]) =>
    work.read((ctx) => mayUseIntents(ctx, application, (name) => names.includes(name)));
  expect(await ask()).toBe(true);
  expect(await ask("GUILD_MEMBERS")).toBe(true);
  expect(await ask("GUILD_MEMBERS", "MESSAGE_CONTENT")).toBe(false);
});
