import { expect, test } from "vitest";
import { anInviteScene, ids } from "../../testing/calls/invite-calls.ts";
import { forgetInInvites, forgetRoleInInvites } from "./cascade-delete.ts";
import { invites } from "./invite.ts";
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
  "an invite goes with its %s",
  async (field) => {
    const { work, news, now } = await anInvite({ [field]: ids.carol });
    await work.transaction((ctx) => forgetInInvites(ctx, ids.carol));
    expect(await now()).toBeUndefined();
    expect(await news()).toMatchObject([{ name: "INVITE_DELETE" }]);
  },
);

test("an invite outlives who made it", async () => {
  const { work, news, now } = await anInvite({ inviter_id: ids.carol, only_user_id: ids.dave });
  await work.transaction((ctx) => forgetInInvites(ctx, ids.carol));
  expect(await now()).toMatchObject({ only_user_id: ids.dave });
  expect(await now()).not.toHaveProperty("inviter_id");
  expect(await news()).toEqual([]);
});

test("an invite brings its other roles when one goes", async () => {
  const { work, now } = await anInvite({ role_ids: [ids.low, ids.high] });
  const gone = { guild_id: ids.guild, id: ids.low };
  await work.transaction((ctx) => forgetRoleInInvites(ctx, gone));
  expect((await now())?.role_ids).toEqual([ids.high]);
});
