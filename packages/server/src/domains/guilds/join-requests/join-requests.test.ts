import type { PermissionName } from "@antechamber/contract";
import { listJoinRequests, reviewJoinRequest } from "@antechamber/contract/guilds";
import { describe, expect, test } from "vitest";
import type { Caller } from "../../../platform/context.ts";
import {
  asAlice,
  asBob,
  aMessageScene,
  codeOf,
  ids,
  leavesOf,
} from "../../../testing/calls/message-calls.ts";
import { aGuild, aUser } from "../../../testing/records.ts";
import { compoundKey } from "../../../platform/records/compound-keys.ts";
import { guilds, members } from "../guild.ts";
import { users, type UserRecord } from "../../users/user.ts";
import { joinRequestHandlers } from "./handlers.ts";
import { joinRequests } from "./join-request.ts";
import { requestToJoin, withdraw } from "./operations.ts";

const dan = "100000000000000004";
const gate = ["MEMBER_VERIFICATION_GATE_ENABLED", "MEMBER_VERIFICATION_MANUAL_APPROVAL"];

interface SceneOptions {
  readonly features?: readonly string[];
  readonly granted?: readonly PermissionName[];
}

/** The scene in a guild that reviews applicants. */
async function aScene({ features = gate, granted = ["VIEW_CHANNEL"] }: SceneOptions = {}) {
  const scene = await aMessageScene({ granted, handlers: joinRequestHandlers });
  const guild = aGuild(ids.guild, { owner_id: ids.alice, features: [...features] });
  await scene.seed((tx) => {
    tx.put(guilds, guild);
    tx.put(users, aUser(dan));
  });
  const key = (id: string) => id.padStart(20, "0");
  const userOf = async (id: string): Promise<UserRecord> => {
    const user = await scene.store.read((tx) => tx.get(users, key(id)));
    return user ?? aUser(id);
  };
  const ask = async (id: string, more: { form?: object[]; submit?: boolean } = {}) => {
    const user = await userOf(id);
    const { form = [], submit = true } = more;
    const application = { form: form as never, submit };
    return scene.work.transaction((ctx) => requestToJoin(ctx, { user, guild }, application));
  };
  const takeBack = async (id: string) => {
    const user = await userOf(id);
    return scene.work.transaction((ctx) => withdraw(ctx, user, guild));
  };
  const params = { guild_id: ids.guild };
  const list = (query: object = {}, as: Caller = asAlice) =>
    scene.call(listJoinRequests, { as, params, query });
  const review = (request_id: string, body: object, as: Caller = asAlice) =>
    scene.call(reviewJoinRequest, { as, params: { ...params, request_id }, body });
  const member = (id: string) =>
    scene.store.read((tx) => tx.get(members, compoundKey(ids.guild, id)));
  return { ...scene, ask, takeBack, list, review, member };
}

const terms = { field_type: "TERMS", required: true, values: ["Be kind"] };

describe("a user who asks to join", () => {
  test("is listed, approved and added as a member, each with an event", async () => {
    const { ask, list, review, member, news } = await aScene();
    const form = [{ ...terms, response: true }];
    const { id } = await ask(ids.carol, { form });
    const { body } = await list();
    expect(body).toMatchObject({
      total: 1,
      guild_join_requests: [
        {
          id,
          application_status: "SUBMITTED",
          reviewed_at: null,
          user: { id: ids.carol },
          form_responses: form,
        },
      ],
    });
    const approved = await review(id, { action: "APPROVED", rejection_reason: "none" });
    expect([approved.status, approved.body]).toMatchObject([
      200,
      {
        application_status: "APPROVED",
        rejection_reason: null,
        actioned_by_user: { id: ids.alice },
      },
    ]);
    expect(await member(ids.carol)).toMatchObject({ pending: false });
    expect((await news()).map(({ name, scope }) => [name, scope.kind])).toEqual([
      ["GUILD_JOIN_REQUEST_CREATE", "guild"],
      ["GUILD_JOIN_REQUEST_CREATE", "user"],
      ["GUILD_MEMBER_ADD", "guild"],
      ["GUILD_JOIN_REQUEST_UPDATE", "guild"],
      ["GUILD_JOIN_REQUEST_UPDATE", "user"],
    ]);
    expect((await list()).body).toEqual({ total: 0, guild_join_requests: [] });
    expect((await list({ status: "APPROVED" })).body).toMatchObject({
      guild_join_requests: [{ id }],
    });
    expect((await list({ status: "APPROVED" })).body).not.toHaveProperty("total");
  });

  test("is a pending member first if the guild can be previewed", async () => {
    const { ask, review, member, news } = await aScene({ features: [...gate, "PREVIEW_ENABLED"] });
    const { id } = await ask(ids.carol);
    expect(await member(ids.carol)).toMatchObject({ pending: true });
    await news();
    await review(id, { action: "APPROVED" });
    expect(await member(ids.carol)).toMatchObject({ pending: false });
    expect((await news()).map(({ name }) => name)).toContain("GUILD_MEMBER_UPDATE");
  });

  test("can be rejected with a reason, and ask again", async () => {
    const { ask, review, member, list } = await aScene();
    const { id } = await ask(ids.carol);
    const long = { action: "REJECTED", rejection_reason: "x".repeat(161) };
    expect(leavesOf(await review(id, long))).toEqual(["rejection_reason: BASE_TYPE_MAX_LENGTH"]);
    const rejected = await review(id, { action: "REJECTED", rejection_reason: "No" });
    expect(rejected.body).toMatchObject({ application_status: "REJECTED", rejection_reason: "No" });
    expect(await member(ids.carol)).toBeUndefined();
    expect((await review(id, { action: "APPROVED" })).body).toEqual(rejected.body);
    expect((await ask(ids.carol)).id).not.toBe(id);
    expect((await list({ status: "REJECTED" })).body.guild_join_requests).toEqual([]);
  });

  test("can save a request before submitting it, and withdraw it", async () => {
    const { ask, takeBack, review, list, news } = await aScene();
    const { id } = await ask(ids.carol, { submit: false, form: [terms] });
    expect((await list()).body.total).toBe(0);
    expect((await review(id, { action: "APPROVED" })).status).toBe(404);
    await expect(ask(ids.carol, { form: [terms] })).rejects.toThrow("Invalid Form Body");
    await news();
    expect((await ask(ids.carol, { form: [{ ...terms, response: true }] })).id).toBe(id);
    expect((await news())[0]?.name).toBe("GUILD_JOIN_REQUEST_UPDATE");
    await takeBack(ids.carol);
    expect(await news()).toMatchObject([
      {
        name: "GUILD_JOIN_REQUEST_DELETE",
        payload: { id, guild_id: ids.guild, user_id: ids.carol },
      },
      { name: "GUILD_JOIN_REQUEST_DELETE" },
    ]);
    await expect(takeBack(ids.carol)).rejects.toThrow("404");
  });

  test("must not be a member, in a guild that accepts join requests", async () => {
    const { ask } = await aScene();
    await expect(ask(ids.bob)).rejects.toThrow("already");
    const other = await aScene({ features: [] });
    await expect(other.ask(ids.carol)).rejects.toThrow("accepts no join requests");
    expect(codeOf(await other.list())).toBe(50_001);
    expect(codeOf(await other.review("1", { action: "APPROVED" }))).toBe(50_001);
  });
});

describe("join requests", () => {
  test("require the permission to approve members, while other managers see only the total", async () => {
    const { list, ask, review } = await aScene();
    expect(codeOf(await list({}, asBob))).toBe(50_013);
    const { id } = await ask(ids.carol);
    expect(codeOf(await review(id, { action: "APPROVED" }, asBob))).toBe(50_013);
    const manager = await aScene({ granted: ["VIEW_CHANNEL", "MANAGE_GUILD"] });
    await manager.ask(ids.carol);
    expect((await manager.list({}, asBob)).body).toEqual({ total: 1 });
  });

  test("that were reviewed at the same time are listed by age", async () => {
    const { list, seed } = await aScene();
    const reviewed = {
      guild_id: ids.guild,
      created_at: "2015-01-01T00:00:00.000Z",
      reviewed_at: "2026-01-01T00:00:00.000Z",
      application_status: "APPROVED",
      rejection_reason: null,
      actioned_by: null,
    } as const;
    const [older, newer] = ["99999999999999999", "100000000000000000"];
    await seed((tx) => {
      tx.put(joinRequests, { ...reviewed, id: newer, user_id: ids.carol });
      tx.put(joinRequests, { ...reviewed, id: older, user_id: dan });
    });
    const { body } = await list({ status: "APPROVED" });
    expect(body).toMatchObject({ guild_join_requests: [{ id: newer }, { id: older }] });
  });

  test("are listed in pages, newest first", async () => {
    const { ask, list, review, advance } = await aScene();
    const first = await ask(ids.carol);
    await advance(1000);
    const second = await ask(dan);
    const idsOf = async (query: object) =>
      ((await list(query)).body.guild_join_requests ?? []).map(({ id }) => id);
    expect(await idsOf({})).toEqual([second.id, first.id]);
    expect(await idsOf({ limit: 1 })).toEqual([second.id]);
    expect(await idsOf({ before: second.id })).toEqual([first.id]);
    expect(await idsOf({ after: first.id, before: first.id })).toEqual([second.id]);
    await advance(1000);
    await review(second.id, { action: "REJECTED" });
    await advance(1000);
    await review(first.id, { action: "REJECTED" });
    const rejected = { status: "REJECTED" };
    expect(await idsOf(rejected)).toEqual([first.id, second.id]);
    await advance(1000);
    const { id: now } = await ask(dan);
    expect(await idsOf({ ...rejected, before: now })).toEqual([first.id]);
    expect(await idsOf({ ...rejected, after: now })).toEqual([]);
  });
});
