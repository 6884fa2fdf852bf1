import { expect, test } from "vitest";
import { anInviteScene, ids } from "../../testing/calls/invite-calls.ts";
import { removeFromInvites, removeRoleFromInvites, giveInvites } from "./cascade-delete.ts";
import { invites, inviteTargets } from "./invite.ts";
import { createInvite, type NewInvite } from "./operations.ts";

async function anInvite(more: Partial<NewInvite>) {
  const scene = await anInviteScene();
  const place = { guild_id: ids.guild, channel_id: ids.general };
  const { code } = await scene.work.transaction((ctx) => createInvite(ctx, { ...place, ...more }));
  await scene.news();
  const now = () => scene.store.read((tx) => tx.get(invites, code));
  return { ...scene, now };
}

test.each(["target_user_id", "target_application_id", "only_user_id"])(
  "an invite is deleted with its %s",
  async (field) => {
    const { work, news, now } = await anInvite({ [field]: ids.carol });
    await work.transaction((ctx) => removeFromInvites(ctx, ids.carol));
    expect(await now()).toBeUndefined();
    expect(await news()).toMatchObject([{ name: "INVITE_DELETE" }]);
  },
);

test("an invite is kept when its inviter is deleted", async () => {
  const { work, news, now } = await anInvite({ inviter_id: ids.carol, only_user_id: ids.dave });
  await work.transaction((ctx) => removeFromInvites(ctx, ids.carol));
  expect(await now()).toMatchObject({ only_user_id: ids.dave });
  expect(await now()).not.toHaveProperty("inviter_id");
  expect(await news()).toEqual([]);
});

test("an invite for a list of users is kept when all of them are deleted", async () => {
  const { work, news, now, store } = await anInvite({ target_user_ids: [ids.carol, ids.dave] });
  const listed = async () => (await store.read((tx) => tx.find(inviteTargets)))[0]?.user_ids;
  await work.transaction((ctx) => removeFromInvites(ctx, ids.carol));
  expect(await listed()).toEqual([ids.dave]);
  await work.transaction((ctx) => removeFromInvites(ctx, ids.dave));
  expect(await listed()).toEqual([]);
  expect(await now()).toBeDefined();
  expect(await news()).toEqual([]);
});

test("an invite for one user is transferred when that account is merged into another", async () => {
  const { work, now, store } = await anInvite({
    only_user_id: ids.carol,
    target_user_ids: [ids.carol, ids.dave],
  });
  await work.transaction((ctx) => giveInvites(ctx, { from: ids.carol, to: ids.dave }));
  expect(await now()).toMatchObject({ only_user_id: ids.dave });
  const [targets] = await store.read((tx) => tx.find(inviteTargets));
  expect(targets?.user_ids).toEqual([ids.dave]);
});

test("an invite keeps its other roles when one is deleted", async () => {
  const { work, now } = await anInvite({ role_ids: [ids.low, ids.high] });
  const gone = { guild_id: ids.guild, id: ids.low };
  await work.transaction((ctx) => removeRoleFromInvites(ctx, gone));
  expect((await now())?.role_ids).toEqual([ids.high]);
});
