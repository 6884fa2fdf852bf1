import { openChannel, triggerTyping } from "@antechamber/contract/messages";
import { expect, test } from "vitest";
import {
  asAlice,
  asBob,
  asBot,
  aMessageScene,
  codeOf,
  ids,
} from "../../testing/calls/message-calls.ts";

test("typing sends an event with the user and the time", async () => {
  const { call, news, clock } = await aMessageScene();
  const params = { channel_id: ids.general };
  expect((await call(triggerTyping, { as: asBob, params })).status).toBe(204);
  expect(await news()).toMatchObject([
    {
      name: "TYPING_START",
      scope: { kind: "channel", channel_id: ids.general, guild_id: ids.guild },
      payload: {
        channel_id: ids.general,
        guild_id: ids.guild,
        user_id: ids.bob,
        timestamp: clock.now() / 1000,
        member: { user: { id: ids.bob } },
      },
    },
  ]);
});

test("typing in a direct message sends an event without a member", async () => {
  const { call, news, clock } = await aMessageScene();
  const open = { as: asBob, params: {}, body: { recipient_id: ids.alice } };
  const { body: direct } = await call(openChannel, open);
  await news();
  const params = { channel_id: direct.id };
  await call(triggerTyping, { as: asAlice, params });
  expect((await news()).map(({ payload }) => payload)).toEqual([
    { channel_id: direct.id, user_id: ids.alice, timestamp: clock.now() / 1000 },
  ]);
});

test.each([
  ["in a hidden channel", ids.hidden, 50001],
  ["in a forum", ids.forum, 50008],
  ["nowhere", "1", 10003],
])("typing is refused %s", async (_, channel_id, code) => {
  const { call, news } = await aMessageScene();
  expect(codeOf(await call(triggerTyping, { as: asBob, params: { channel_id } }))).toBe(code);
  expect(await news()).toEqual([]);
});

test("typing requires the permission to send", async () => {
  const { call } = await aMessageScene({ granted: ["VIEW_CHANNEL"] });
  const params = { channel_id: ids.general };
  expect(codeOf(await call(triggerTyping, { as: asBot, params }))).toBe(50013);
});
