import { limits } from "@antechamber/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { CallerContext, type Context } from "../../platform/context.ts";
import { secretDigest } from "../../platform/crypto.ts";
import { openHandlerCalls, type HandlerCalls } from "../../testing/calls/handler-calls.ts";
import { aUser } from "../../testing/records.ts";
import { issueSessionToken } from "../users/session-tokens.ts";
import { users, type UserRecord } from "../users/user.ts";
import {
  BROWSER_SESSION_LIFETIME_MS,
  choosableUsers,
  personSignedIn,
  signIn,
  signOut,
  signOutEverywhere,
  type Identification,
} from "./browser-session.ts";

const TOKEN = "a-token-of-alice";
const alice = aUser("100000000000000001", {
  username: "alice",
  tokenDigest: secretDigest(TOKEN),
});
const bob = aUser("100000000000000002", { username: "bob" });
const outcast = aUser("100000000000000003", { username: "outcast", isBanned: true });
const robot = aUser("100000000000000004", { username: "robot", bot: true });

let calls: HandlerCalls;
beforeEach(async () => {
  calls = await openHandlerCalls([]);
  await calls.seed((tx) => [alice, bob, outcast, robot].forEach((each) => tx.put(users, each)));
});

function put(user: UserRecord): Promise<void> {
  return calls.seed((tx) => tx.put(users, user));
}

function begin(identification: Identification, previous?: string): Promise<string | undefined> {
  return calls.work.transaction((ctx) => signIn(ctx, identification, previous));
}

async function whoHas(secret: string | undefined): Promise<string | undefined> {
  const signedIn = await calls.work.read((ctx) => personSignedIn(ctx, secret));
  return signedIn?.person.username;
}

/** Runs work as in a production service. */
function inProduction<R>(work: (ctx: Context) => Promise<R>): Promise<R> {
  return calls.work.transaction((ctx) => {
    const settings = { ...ctx.settings, production: true };
    return work(Object.assign(new CallerContext(ctx, { kind: "nobody" }), { settings }));
  });
}

describe("signing in", () => {
  test.each([
    ["a name", { user: "alice" }],
    ["an id", { user: alice.id }],
    ["a token", { token: TOKEN }],
    ["a token, whatever the name", { user: "bob", token: TOKEN }],
    ["a name, where the token is empty", { user: "alice", token: "" }],
  ])("by %s starts a session of the user", async (_, identification) => {
    expect(await whoHas(await begin(identification))).toBe("alice");
  });

  test("by an issued token works until the token expires", async () => {
    const { token } = await calls.work.transaction((ctx) => issueSessionToken(ctx, bob));
    expect(await whoHas(await begin({ token }))).toBe("bob");
    await calls.clock.moveTo(calls.clock.now() + limits.sessionTokenLifetime.value);
    expect(await begin({ token })).toBeUndefined();
  });

  test.each([
    ["nobody", {}],
    ["a name that does not exist", { user: "carol" }],
    ["a token that does not exist", { token: "b" }],
    ["a token that does not exist, whatever the name", { user: "alice", token: "b" }],
    ["a bot", { user: "robot" }],
    ["somebody who is banned", { user: "outcast" }],
  ])("as %s is refused", async (_, identification) => {
    expect(await begin(identification)).toBeUndefined();
  });

  test("requires a token in production", async () => {
    expect(await inProduction((ctx) => signIn(ctx, { user: "alice" }, undefined))).toBeUndefined();
    const secret = await inProduction((ctx) => signIn(ctx, { token: TOKEN }, undefined));
    expect(await whoHas(secret)).toBe("alice");
  });

  test("again ends the browser's previous session", async () => {
    const first = await begin({ user: "alice" });
    const second = await begin({ user: "bob" }, first);
    expect([await whoHas(first), await whoHas(second)]).toEqual([undefined, "bob"]);
  });

  test("too often ends the user's oldest session", async () => {
    const ofBob = await begin({ user: "bob" });
    const secrets: (string | undefined)[] = [];
    for (let i = 0; i <= limits.browserSessions.value; i += 1) {
      secrets.push(await begin({ user: "alice" }));
      await calls.clock.moveTo(calls.clock.now() + 1);
    }
    const [oldest, ...others] = await Promise.all(secrets.map(whoHas));
    expect([oldest, new Set(others), await whoHas(ofBob)]).toEqual([
      undefined,
      new Set(["alice"]),
      "bob",
    ]);
  });
});

describe("a browser is not signed in", () => {
  test.each([
    ["without a cookie", undefined],
    ["with a cookie that was never given", "x"],
  ])("%s", async (_, secret) => {
    await begin({ user: "alice" });
    expect(await whoHas(secret)).toBeUndefined();
  });

  test("twelve hours after signing in", async () => {
    const secret = await begin({ user: "alice" });
    await calls.clock.moveTo(calls.clock.now() + BROWSER_SESSION_LIFETIME_MS - 1);
    expect(await whoHas(secret)).toBe("alice");
    await calls.clock.moveTo(calls.clock.now() + 1);
    expect(await whoHas(secret)).toBeUndefined();
  });

  test("while the user is banned, or after the user was deleted", async () => {
    const secret = await begin({ user: "alice" });
    await put({ ...alice, isBanned: true });
    expect(await whoHas(secret)).toBeUndefined();
    await put(alice);
    expect(await whoHas(secret)).toBe("alice");
    await calls.seed((tx) => tx.delete(users, users.key(alice)));
    expect(await whoHas(secret)).toBeUndefined();
  });

  test("after signing out, alone or everywhere", async () => {
    const secrets = [
      await begin({ user: "alice" }),
      await begin({ user: "alice" }),
      await begin({ user: "bob" }),
    ];
    const [first = ""] = secrets;
    await calls.work.transaction(async (ctx) => signOut(ctx, first));
    expect(await Promise.all(secrets.map(whoHas))).toEqual([undefined, "alice", "bob"]);
    await calls.work.transaction((ctx) => signOutEverywhere(ctx, alice.id));
    expect(await Promise.all(secrets.map(whoHas))).toEqual([undefined, undefined, "bob"]);
  });
});

test("testers choose from users who may sign in, and in production from nobody", async () => {
  const chosen = await calls.work.read(choosableUsers);
  expect(chosen.map(({ username }) => username)).toEqual(["alice", "bob"]);
  expect(await inProduction(choosableUsers)).toEqual([]);
});
