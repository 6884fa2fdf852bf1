import { createMessage, editMessage } from "@antechamber/contract/messages";
import { createThread, removeThreadMember } from "@antechamber/contract/threads";
import { describe, expect, test } from "vitest";
import { asBot, asUser, ids, inGuild } from "../../testing/calls/guild-calls.ts";
import { aThreadScene, forum, threading } from "../../testing/calls/thread-calls.ts";
import { aMember } from "../../testing/records.ts";
import { members } from "../guilds/guild.ts";
import { threadMemberIds } from "../guilds/thread-fields.ts";

const asBob = asUser(ids.bob);
const of = (id: string) => `<@${id}>`;

async function membersOf({ stored }: Awaited<ReturnType<typeof aThreadScene>>, id: string) {
  const thread = await stored(id);
  return thread && threadMemberIds(thread);
}

/** A thread of the bot, who is its only member. */
async function aThread(begun: object = { type: 12 }) {
  const scene = await aThreadScene(...threading);
  const { id } = (await scene.begin({ name: "Talk", ...begun })).body;
  const inside = () => membersOf(scene, id);
  const say = (body: object, as = asBot) =>
    scene.call(createMessage, { as, params: { channel_id: id }, body });
  await scene.news();
  return { ...scene, id, inside, say };
}

describe("whom a message in a thread mentions", () => {
  test("joins a private thread, and receives the message after it", async () => {
    const { id, inside, news, say } = await aThread();
    await say({ content: of(ids.bob) });
    expect(await inside()).toEqual([ids.bot, ids.bob]);
    expect(await news()).toMatchObject([
      { name: "THREAD_CREATE", scope: { user_id: ids.bob }, payload: { id, member: {} } },
      { name: "THREAD_MEMBERS_UPDATE", payload: { added_members: [{ user_id: ids.bob }] } },
      { name: "THREAD_MEMBER_UPDATE", scope: { user_id: ids.bob } },
      { name: "MESSAGE_CREATE", payload: { type: 0, mentions: [{ id: ids.bob }] } },
    ]);
  });

  test("joins a public thread and a post", async () => {
    const { inside, say } = await aThread({ type: 11 });
    await say({ content: of(ids.bob) });
    expect(await inside()).toEqual([ids.bot, ids.bob]);

    const scene = await aThreadScene(...threading);
    const body = { name: "Post", message: { content: of(ids.bob) } };
    const post = await scene.call(createThread, { as: asBot, params: { channel_id: forum }, body });
    expect(await membersOf(scene, post.body.id)).toEqual([ids.bot, ids.bob]);
  });

  test("joins when the message is changed to mention them, but no second time", async () => {
    const { call, id, inside, say } = await aThread();
    const { id: message_id } = (await say({ content: "…" })).body;
    const change = (content: string) =>
      call(editMessage, { as: asBot, params: { channel_id: id, message_id }, body: { content } });
    await change(of(ids.bob));
    expect(await inside()).toEqual([ids.bot, ids.bob]);
    await call(removeThreadMember, { as: asBot, params: { channel_id: id, user_id: ids.bob } });
    await change(`${of(ids.bob)}!`);
    expect(await inside()).toEqual([ids.bot]);
  });

  test("does not join when the mention does not count, or outside of the guild", async () => {
    const { inside, say } = await aThread();
    await say({ content: of(ids.bob), allowed_mentions: { parse: [] } });
    await say({ content: of(ids.carol) });
    await say({ content: of("1") });
    expect(await inside()).toEqual([ids.bot]);
  });

  test("joins only if the author may add others", async () => {
    const { inside, say, seed } = await aThread({ type: 12, invitable: false });
    await say({ content: of(ids.bob) });
    await seed((tx) => tx.put(members, aMember({ ...inGuild, user_id: ids.carol })));
    await say({ content: of(ids.carol) }, asBob);
    expect(await inside()).toEqual([ids.bot, ids.bob]);
    await say({ content: of(ids.carol) });
    expect(await inside()).toEqual([ids.bot, ids.bob, ids.carol]);
  });
});
