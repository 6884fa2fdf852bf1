import { limits } from "@antechamber/contract";
import {
  addInviteTargetUser,
  addInviteTargetUsers,
  getInviteTargetUsers,
  getInviteTargetUsersJob,
  removeInviteTargetUser,
  removeInviteTargetUsers,
  setInviteTargetUsers,
} from "@antechamber/contract/guilds";
import { describe, expect, test } from "vitest";
import { aList, anInviteScene, asBot, asUser, ids } from "../../testing/calls/invite-calls.ts";
import { codeOf } from "../../testing/calls/message-calls.ts";
import { inviteTargets } from "./invite.ts";
import { readTargetUsers, targetUsersCsv } from "./target-users.ts";

const idsIn = (content: string) => readTargetUsers(aList(content)).named.map(({ id }) => id);
const managing = ["CREATE_INSTANT_INVITE", "MANAGE_GUILD"] as const;

test.each([
  ["without a header", "1\n2\n"],
  ["with a header", "user_id\n1\n2\n"],
  ["with a header in quotes and a byte order mark", '\uFEFF"User_ID"\n"1"\n"2"'],
  ["with lines ended by CRLF and blank ones between", "user_id\r\n\r\n1\r\n2\r\n\r\n"],
  ["with repeats", "1\n2\n1\n"],
])("a list is parsed %s", (_, content) => {
  expect(idsIn(content)).toEqual(["1", "2"]);
});

// Proves requirement 4.3 "target users: get"
test("a list is written with a header, and can be parsed again", () => {
  expect(targetUsersCsv([])).toBe("user_id\n");
  expect(targetUsersCsv(["1", "2"])).toBe("user_id\n1\n2\n");
  expect(idsIn(targetUsersCsv(["3", "4"]))).toEqual(["3", "4"]);
});

// Proves requirement 4.3 "channel invite: target_users_file"
test("each invalid line is reported by its number, in both formats", async () => {
  const { invite } = await anInviteScene(...managing);
  const files = [aList("user_id\n1\nbob\n\n2,3\n99999999999999999999\n0\n")];
  const { status, body } = await invite({}, { files });
  const lines = [
    "Line 2: Invalid user ID: 1",
    "Line 3: Invalid user ID: bob",
    "Line 5: Invalid user ID: 2,3",
    "Line 6: Invalid user ID: 99999999999999999999",
    "Line 7: Invalid user ID: 0",
  ];
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 50035, target_users_file: lines });
  expect(body).toMatchObject({
    errors: { target_users_file: { _errors: lines.map((message) => ({ message })) } },
  });
});

test.each([
  [
    "of more people than an invite is for",
    (max: number) => Array.from({ length: max + 1 }, (__, i) => i + 1).join("\n"),
  ],
  ["of repeats without end", (max: number) => "1\n".repeat(max * 30)],
])("a list %s is refused", async (_, content) => {
  const { invite } = await anInviteScene(...managing);
  const { value } = limits.inviteTargetUsers;
  const { status, body } = await invite({}, { files: [aList(content(value))] });
  expect(status).toBe(400);
  const issue = { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${value} or fewer in length.` };
  expect(body).toMatchObject({ errors: { target_users_file: { _errors: [issue] } } });
});

test("unknown users are reported by line, each once", async () => {
  const { invite, call } = await anInviteScene(...managing);
  const content = `user_id\n${ids.carol}\n999\n998\n999\n`;
  const lines = ["Line 3: Invalid user ID: 999", "Line 4: Invalid user ID: 998"];
  const refused = await invite({}, { files: [aList(content)] });
  expect(refused).toMatchObject({ status: 400, body: { target_users_file: lines } });
  const { code } = (await invite({}, { files: [aList(ids.carol)] })).body;
  const params = { code };
  const files = [aList(content)];
  const change = await call(setInviteTargetUsers, { as: asBot, params, body: {}, files });
  expect(change).toMatchObject({ status: 400, body: { target_users_file: lines } });
});

test("unknown user IDs in the form are reported by their index", async () => {
  const { invite } = await anInviteScene(...managing);
  const { status, body } = await invite({ target_user_ids: [ids.carol, "999"] });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: { target_user_ids: { 1: { _errors: [{}] } } } });
});

test("a form has a lower limit of users than a file", async () => {
  const { invite } = await anInviteScene(...managing);
  const { value } = limits.inviteTargetUserIds;
  const named = (count: number) => Array.from({ length: count }, () => ids.carol);
  expect((await invite({ target_user_ids: named(value) })).status).toBe(200);
  const { status, body } = await invite({ target_user_ids: named(value + 1) });
  const issue = { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${value} or fewer in length.` };
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: { target_user_ids: { _errors: [issue] } } });
  const files = [aList(named(value + 1).join("\n"))];
  expect((await invite({}, { files })).status).toBe(200);
});

test.each(["", "user_id\n", "\n\n"])(
  "a file without users permits nobody to join: %j",
  async (content) => {
    const { invite, use } = await anInviteScene(...managing);
    const { code } = (await invite({}, { files: [aList(content)] })).body;
    expect(codeOf(await use(code))).toBe(40110);
  },
);

// Proves requirement 4.3 "channel invite: target_users_file"
test("only the listed users can join", async () => {
  const { invite, use } = await anInviteScene(...managing);
  const { code } = (await invite({}, { files: [aList(ids.carol)] })).body;
  expect(codeOf(await use(code, ids.dave))).toBe(40110);
  expect((await use(code)).status).toBe(200);
});

test("an invite for a list requires MANAGE_GUILD", async () => {
  const { invite } = await anInviteScene("CREATE_INSTANT_INVITE");
  expect(codeOf(await invite({}, { files: [aList(ids.carol)] }))).toBe(50013);
  expect(codeOf(await invite({ target_user_ids: [ids.carol] }))).toBe(50013);
});

// Proves requirement 4.3 "target users: update"
// Proves requirement 4.3 "target users: job status"
test("the list can be read and replaced, and its job completes at once", async () => {
  const { invite, call, use } = await anInviteScene(...managing);
  const { code } = (await invite({}, { files: [aList(`${ids.carol}\n${ids.carol}`)] })).body;
  const of = { as: asBot, params: { code } };
  expect((await call(getInviteTargetUsers, of)).body).toBe(`user_id\n${ids.carol}\n`);
  const files = [aList(`user_id\n${ids.dave}\n${ids.bob}`)];
  expect((await call(setInviteTargetUsers, { ...of, body: {}, files })).status).toBe(204);
  expect((await call(getInviteTargetUsersJob, of)).body).toMatchObject({
    status: 2,
    total_users: 2,
    processed_users: 2,
    error_message: null,
  });
  expect(codeOf(await use(code))).toBe(40110);
  expect((await use(code, ids.dave)).status).toBe(200);
});

// Proves requirement 4.3 "target users: update"
test("a list can only be replaced by a file", async () => {
  const { invite, call } = await anInviteScene(...managing);
  const { code } = (await invite({ target_user_ids: [ids.carol] })).body;
  const refused = await call(setInviteTargetUsers, { as: asBot, params: { code }, body: {} });
  expect(refused).toMatchObject({ status: 400, body: { code: 50035 } });
});

test("an invite for everyone has neither a list nor a job", async () => {
  const { invite, call } = await anInviteScene(...managing);
  const { code } = (await invite()).body;
  const of = { as: asBot, params: { code } };
  const replaced = { ...of, body: {}, files: [aList("1")] };
  expect(codeOf(await call(getInviteTargetUsers, of))).toBe(10129);
  expect(codeOf(await call(setInviteTargetUsers, replaced))).toBe(10129);
  expect(codeOf(await call(getInviteTargetUsersJob, of))).toBe(10124);
});

test("the list can be read by the inviter, or with MANAGE_GUILD or VIEW_AUDIT_LOG", async () => {
  const { invite, call } = await anInviteScene("VIEW_AUDIT_LOG");
  const alice = asUser(ids.alice);
  const { code } = (await invite({ target_user_ids: [ids.carol] }, { as: alice })).body;
  const params = { code };
  const files = [aList(ids.dave)];
  expect((await call(getInviteTargetUsers, { as: asBot, params })).status).toBe(200);
  expect((await call(getInviteTargetUsersJob, { as: asBot, params })).status).toBe(200);
  const change = { params, body: {}, files };
  expect(codeOf(await call(setInviteTargetUsers, { ...change, as: asBot }))).toBe(50013);
  expect((await call(setInviteTargetUsers, { ...change, as: alice })).status).toBe(403);
  const blind = await anInviteScene();
  const other = (await blind.invite({ target_user_ids: [ids.carol] }, { as: alice })).body.code;
  const unread = await blind.call(getInviteTargetUsers, { as: asBot, params: { code: other } });
  expect(codeOf(unread)).toBe(50013);
});

describe("single users in the list of an invite", () => {
  const inviteCodeOf = ({ body }: { readonly body: unknown }) => (body as { code: string }).code;
  const bulk = (user_ids: readonly string[]) => ({ body: { user_ids } });

  test("are added and removed, one or several at a time, without duplicates", async () => {
    const { invite, call } = await anInviteScene(...managing);
    const made = await invite({ target_user_ids: [ids.bob] });
    const params = { code: inviteCodeOf(made) };
    const at = { as: asBot, params };
    const ofCarol = { as: asBot, params: { ...params, user_id: ids.carol } };
    const listed = async () => (await call(getInviteTargetUsers, at)).body;
    expect((await call(addInviteTargetUser, ofCarol)).status).toBe(204);
    expect((await call(addInviteTargetUser, ofCarol)).status).toBe(204);
    expect(await listed()).toBe(`user_id\n${ids.bob}\n${ids.carol}\n`);
    expect((await call(removeInviteTargetUser, ofCarol)).status).toBe(204);
    expect(await listed()).toBe(`user_id\n${ids.bob}\n`);
    await call(addInviteTargetUsers, { ...at, ...bulk([ids.carol, ids.dave, ids.bob]) });
    expect(await listed()).toBe(`user_id\n${ids.bob}\n${ids.carol}\n${ids.dave}\n`);
    await call(removeInviteTargetUsers, { ...at, ...bulk([ids.bob, ids.carol]) });
    expect(await listed()).toBe(`user_id\n${ids.dave}\n`);
  });

  test("can be added only up to the limit, and removed from a full list", async () => {
    const { invite, call, seed } = await anInviteScene(...managing);
    const code = inviteCodeOf(await invite({ target_user_ids: [ids.bob] }));
    const { value } = limits.inviteTargetUsers;
    const strangers = Array.from({ length: value - 1 }, (_, i) => `${i + 1}`);
    await seed((tx) => {
      tx.put(inviteTargets, { code, user_ids: strangers, created_at: "2026-06-01T00:00:00Z" });
    });
    const at = { as: asBot, params: { code } };
    expect((await call(addInviteTargetUsers, { ...at, ...bulk([ids.bob]) })).status).toBe(204);
    const issue = { code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${value} or fewer in length.` };
    const full = { status: 400, body: { errors: { user_ids: { _errors: [issue] } } } };
    expect(await call(addInviteTargetUsers, { ...at, ...bulk([ids.carol]) })).toMatchObject(full);
    const ofCarol = { as: asBot, params: { code, user_id: ids.carol } };
    expect(await call(addInviteTargetUser, ofCarol)).toMatchObject(full);
    const ofBob = { as: asBot, params: { code, user_id: ids.bob } };
    expect((await call(removeInviteTargetUser, ofBob)).status).toBe(204);
    expect((await call(addInviteTargetUser, ofCarol)).status).toBe(204);
  });

  test("must exist, as must the list", async () => {
    const { invite, call } = await anInviteScene(...managing);
    const params = { code: inviteCodeOf(await invite({ target_user_ids: [ids.bob] })) };
    const nobody = await call(addInviteTargetUser, {
      as: asBot,
      params: { ...params, user_id: "7" },
    });
    expect(nobody).toMatchObject({ status: 404, body: { code: 10013 } });
    const several = await call(addInviteTargetUsers, {
      as: asBot,
      params,
      ...bulk([ids.bob, "7"]),
    });
    expect(several).toMatchObject({
      status: 400,
      body: { errors: { user_ids: { 1: { _errors: [{ code: "INVALID_USER_ID" }] } } } },
    });
    const open = { code: inviteCodeOf(await invite({ max_uses: 3 })), user_id: ids.bob };
    expect((await call(removeInviteTargetUser, { as: asBot, params: open })).body).toMatchObject({
      code: 10129,
    });
    expect(
      (
        await call(removeInviteTargetUser, {
          as: asUser(ids.carol),
          params: { ...params, user_id: ids.bob },
        })
      ).status,
    ).toBe(403);
  });
});
