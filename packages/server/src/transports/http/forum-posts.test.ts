// A post in a forum, as the control plane creates it: a thread with its owner's first message.
// Source: the reference's public page on threads.
import { afterAll, beforeAll, expect, test } from "vitest";
import { aService, demo, type TestService } from "../../testing/start-service.ts";

let service: TestService;
let post = "";
beforeAll(async () => {
  service = await aService();
  const guild = demo.guildId;
  const forum = await service.control("POST /channels", { guild, name: "help", type: 15 });
  const thread = { guild, name: "a post", type: 11, parent_id: forum.id, owner_id: "bob" };
  post = (await service.control("POST /channels", thread)).id;
});
afterAll(() => service.stop());

const write = async (user: string, content: string) =>
  service.control(`POST /users/${user}/message`, { channel: post, content });

test("the first message of a forum post has the post's id, later ones their own", async () => {
  expect((await write("bob", "How?")).at("id")).toBe(post);
  const answer = await write("alice", "So.");
  expect(answer.at("id")).not.toBe(post);
  expect((await write("bob", "Thanks")).at("id")).not.toBe(post);
  const starter = await service.asUser(demo.bobToken, `GET /channels/${post}/messages/${post}`);
  expect([starter.status, starter.at("content")]).toEqual([200, "How?"]);
  const history = await service.asUser(demo.bobToken, `GET /channels/${post}/messages`);
  expect((history.body as { content: string }[]).map(({ content }) => content)).toEqual([
    "Thanks",
    "So.",
    "How?",
  ]);
});
