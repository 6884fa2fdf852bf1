import { expect, test } from "vitest";
import { openHandlerCalls } from "../../../testing/handler-calls.ts";
import { aMessage } from "../../../testing/records.ts";
import { fileHomes, movedMessage, moveFiles } from "./file-addresses.ts";
import { messages, type MessageRecord } from "../message.ts";

const before = "http://127.0.0.1:4000";
const now = "http://127.0.0.1:8010";
const address = (home: string) => `${home}/cdn/attachments/5/7/a.png?ex=1&is=2&hm=3`;

function withFile(id: string, home: string): MessageRecord {
  const url = address(home);
  const file = { id: "7", filename: "a.png", size: 1, url, proxy_url: url };
  return aMessage(id, {
    channel_id: "5",
    content: `see ${url}`,
    attachments: [file],
    embeds: [{ image: { url, proxy_url: url } }, { url: "http://127.0.0.1:4000/elsewhere" }],
  });
}

test("a message shows its files where the service is now, and its text as it was", () => {
  const moved = movedMessage(withFile("9", before), now);
  expect(moved).toEqual({ ...withFile("9", now), content: `see ${address(before)}` });
});

test.each<[string, MessageRecord]>([
  ["without files", aMessage("9", { channel_id: "5" })],
  ["whose files are there already", withFile("9", now)],
])("a message %s stays the same", (_, message) => {
  expect(movedMessage(message, now)).toBe(message);
});

test("all messages are moved, however many there are, and once", async () => {
  const { work, seed, store } = await openHandlerCalls([], [messages, fileHomes]);
  await seed((tx) => {
    for (let id = 1; id <= 1200; id += 1) tx.put(messages, withFile(String(id), before));
  });
  await moveFiles(work);
  const all = await store.read((tx) => tx.find(messages));
  expect(all).toHaveLength(1200);
  expect(all.every(({ attachments: [file] }) => file?.url === address(now))).toBe(true);
  await seed((tx) => tx.put(messages, withFile("1", before)));
  await moveFiles(work);
  const [first] = await store.read((tx) => tx.find(messages));
  expect(first?.attachments[0]?.url).toBe(address(before));
});
