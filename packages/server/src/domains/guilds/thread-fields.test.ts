import { snowflakeTime, timestamp } from "@antechamber/contract/schema";
import { expect, test } from "vitest";
import { aMessageScene, ids } from "../../testing/calls/message-calls.ts";
import { channels, channelView } from "./guild.ts";

const thread = { id: "300000000000000029", type: 11, flags: 0, owner_id: "100000000000000001" };
const created = timestamp(snowflakeTime(thread.id));

test("a thread has the fields that clients require", () => {
  expect(channelView(thread)).toEqual({
    ...thread,
    thread_metadata: {
      archived: false,
      archive_timestamp: created,
      auto_archive_duration: 10_080,
      locked: false,
      create_timestamp: created,
    },
    message_count: 0,
    total_message_sent: 0,
    member_count: 1,
  });
  expect(channelView({ ...thread, type: 12 }).thread_metadata).toHaveProperty("invitable", true);
  expect(channelView({ ...thread, type: 0 })).toEqual({ ...thread, type: 0 });
});

test("a thread counts the messages sent in it, other channels do not", async () => {
  const granted = ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"] as const;
  const { send, store } = await aMessageScene({ granted });
  const found = (id: string) => store.read((tx) => tx.get(channels, `00${id}`));
  for (const channel of [ids.thread, ids.thread, ids.general]) {
    expect((await send({ content: "x" }, { channel })).status).toBe(200);
  }
  expect((await found(ids.thread))?.total_message_sent).toBe(2);
  expect(await found(ids.general)).not.toHaveProperty("total_message_sent");
});
