// The events to a user's sessions about the user's own changes: each with what it may see.
import { afterEach, expect, test } from "vitest";
import { aHall, hallIds, newsOf, type HallWorld } from "../../testing/hall-world.ts";

const open: HallWorld[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((world) => world.close()));
});

const wide = ["identify", "email", "identify.premium", "gateway.connect"];

test("a session hears of the address and the subscription as far as its token goes", async () => {
  const world = await aHall();
  open.push(world);
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

  const told = await Promise.all([signedIn, granted, ungranted].map(newsOf));
  const shown = told.map((news) => news.filter(({ t }) => t === "USER_UPDATE").map(({ d }) => d));
  const all = { id: hallIds.carol, global_name: "Carol", premium_type: 0 };
  const address = { email: "c@example.org", verified: true };
  expect(shown).toMatchObject([
    [{ ...all, ...address }],
    [{ ...all, ...address, premium_type: 2 }],
    [all],
  ]);
  expect(shown.at(2)?.at(0)).not.toHaveProperty("email");
  expect(shown.at(2)?.at(0)).not.toHaveProperty("verified");
});
