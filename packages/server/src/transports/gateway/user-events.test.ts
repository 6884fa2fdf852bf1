// The events that a user's sessions receive about the user's own changes, each with the fields that
// it may receive.
import { expect, test } from "vitest";
import { aHall, hallIds, newsOf } from "../../testing/worlds/hall-world.ts";

const wide = ["identify", "email", "identify.premium", "gateway.connect"];

test("events show the e-mail address and the subscription only as the token's scopes allow", async () => {
  const world = await aHall();
  const user = "carol";
  await world.say(`PATCH /users/${user}`, {
    email: "c@example.org",
    verified: true,
    premium_type: 2,
  });
  for (const [token, scopes] of Object.entries({ wide, narrow: ["identify", "gateway.connect"] })) {
    await world.say("POST /tokens", { token, user, application: "Porter", scopes });
  }
  const signedIn = await world.join("user-token-carol");
  const [granted, ungranted] = await Promise.all([
    world.join("Bearer wide", 0),
    world.join("Bearer narrow", 0),
  ]);

  await world.say(`PATCH /users/${user}`, { global_name: "Carol" });

  const events = await Promise.all([signedIn, granted, ungranted].map(newsOf));
  const updates = events.map((news) =>
    news.filter(({ t }) => t === "USER_UPDATE").map(({ d }) => d),
  );
  const all = { id: hallIds.carol, global_name: "Carol", premium_type: 0 };
  const address = { email: "c@example.org", verified: true };
  expect(updates).toMatchObject([
    [{ ...all, ...address }],
    [{ ...all, ...address, premium_type: 2 }],
    [all],
  ]);
  expect(updates.at(2)?.at(0)).not.toHaveProperty("email");
  expect(updates.at(2)?.at(0)).not.toHaveProperty("verified");
});

test("READY has direct messages and groups for signed-in users only", async () => {
  const world = await aHall();
  await world.say("POST /users/alice/message", { channel: "@bob", content: "psst" });
  const group = { recipients: [hallIds.bob, hallIds.carol] };
  await world.service.asUser("user-token-alice", "POST /users/@me/channels", group);
  const toldBy = async (token: string) => {
    const { frames } = await world.join(token, token === "watcher" ? 0 : undefined);
    const { d } = frames.find(({ t }) => t === "READY") as (typeof frames)[number];
    const { private_channels: channels } = d as {
      private_channels: { type: number; recipients: { username: string }[] }[];
    };
    return channels.map(({ type, recipients }) => [
      type,
      recipients.map(({ username }) => username),
    ]);
  };
  expect(await toldBy("user-token-alice")).toEqual([
    [3, ["bob", "carol"]],
    [1, ["bob"]],
  ]);
  expect(await toldBy("user-token-carol")).toEqual([[3, ["alice", "bob"]]]);
  expect(await toldBy("watcher")).toEqual([]);
});

test("an application receives a user's direct messages only as its token's scopes allow", async () => {
  const world = await aHall();
  const granted = {
    reads: ["dm_channels.messages.read"],
    lists: ["dm_channels.read"],
    writes: ["dm_channels.messages.write"],
    none: [],
  };
  for (const [token, scopes] of Object.entries(granted)) {
    const all = ["identify", "gateway.connect", ...scopes];
    await world.say("POST /tokens", { token, user: "bob", application: "Porter", scopes: all });
  }
  const sessions = await Promise.all(
    Object.keys(granted).map((token) => world.join(`Bearer ${token}`)),
  );

  const written = await world.service.control("POST /users/alice/message", {
    channel: "@bob",
    content: "psst",
  });
  const path = `/partner-sdk/dms/${hallIds.alice}/${hallIds.bob}/messages/${written.id}`;
  const moderated = await world.service.call(`PUT ${path}/moderation-metadata`, {
    auth: "Bot porter",
    body: { mood: "sly" },
  });
  expect(moderated.status).toBe(204);

  const events = await Promise.all(sessions.map(newsOf));
  expect(events.map((news) => news.map(({ t }) => t))).toEqual([
    ["CHANNEL_CREATE", "MESSAGE_CREATE", "MESSAGE_UPDATE"],
    ["CHANNEL_CREATE"],
    [],
    [],
  ]);
});
