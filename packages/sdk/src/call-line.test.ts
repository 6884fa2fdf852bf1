import { describe, expect, test } from "vitest";
import { callLine, type MadeCall } from "./call-line.ts";

const asBot = { scheme: "Bot", variable: "BOT_TOKEN_2" };

const cases: readonly (readonly [what: string, call: MadeCall, line: string])[] = [
  [
    "a call with a body, by a bot",
    { id: "lobbies.create", url: "/api/v10/lobbies", body: { metadata: {} }, authorization: asBot },
    'await rest.api.lobbies.create({ body: { metadata: {} }, authorization: `Bot ${process.env["BOT_TOKEN_2"]}` });',
  ],
  [
    "ids in the path, and texts as they are",
    {
      id: "channels.createMessage",
      url: "/api/v10/channels/300000000000000001/messages",
      body: { content: 'it\'s "said" `here`', tts: false, flags: 64, nonce: null },
    },
    'await rest.api.channels.createMessage({ path: { channel_id: "300000000000000001" }, body: { content: "it\'s \\"said\\" `here`", tts: false, flags: 64, nonce: null } });',
  ],
  [
    "another version of the API, and a query",
    { id: "channels.messages", url: "/api/v9/channels/3/messages?limit=50&after=300000000000" },
    'await rest.api.channels.messages({ path: { channel_id: "3" }, query: { limit: 50, after: "300000000000" } });',
  ],
  [
    "texts of digits that no number keeps",
    { id: "channels.messages", url: "/api/v10/channels/3/messages?limit=007&after=0" },
    'await rest.api.channels.messages({ path: { channel_id: "3" }, query: { limit: "007", after: "0" } });',
  ],
  [
    "the token of a user, which goes by no scheme",
    {
      id: "users.me",
      url: "/api/v10/users/@me",
      authorization: { scheme: "", variable: "USER_TOKEN_1" },
    },
    'await rest.api.users.me({ authorization: `${process.env["USER_TOKEN_1"]}` });',
  ],
  [
    "a form",
    { id: "oauth2.token", url: "/api/oauth2/token", body: "grant_type=refresh_token&a=b%20c" },
    'await rest.api.oauth2.token({ body: { grant_type: "refresh_token", a: "b c" } });',
  ],
  [
    "the JSON beside files",
    {
      id: "channels.createMessage",
      url: "/api/v10/channels/3/messages",
      body: '--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"file"}\r\n--x--',
    },
    'await rest.api.channels.createMessage({ path: { channel_id: "3" }, body: { content: "file" } });',
  ],
  [
    "the control plane, in whatever world",
    { id: "control.clock.move", url: "/control/v1/clock?world=other", body: { advance: "next" } },
    'await control.call("control.clock.move", { body: { advance: "next" } });',
  ],
  [
    "the control plane without anything",
    { id: "control.clock.get", url: "/control/v1/clock" },
    'await control.call("control.clock.get");',
  ],
  [
    "several values of one name, and names that are none of a program",
    {
      id: "control.journal.list",
      url: "/control/v1/journal?kind=request&kind=dispatch&follow=true",
    },
    'await control.call("control.journal.list", { query: { kind: ["request", "dispatch"], follow: true } });',
  ],
  [
    "secrets by variables of the environment, and a path that is encoded",
    {
      id: "control.users.edit",
      url: "/control/v1/users/a%2Fb",
      body: { token: "[redacted]", "a-b": "`${x}` [redacted]", list: [1, "two"] },
    },
    'await control.call("control.users.edit", { path: { user: "a/b" }, body: { token: `${process.env["SECRET_1"]}`, "a-b": `\\`\\${x}\\` ${process.env["SECRET_2"]}`, list: [1, "two"] } });',
  ],
];

describe("the SDK code for a call", () => {
  test.each(cases)("%s", (_, call, line) => {
    expect(callLine(call)).toBe(line);
  });
});

test("an operation without an SDK call has no code", () => {
  expect(callLine({ id: "pages.home", url: "/" })).toBeUndefined();
  expect(callLine({ id: "toString", url: "/" })).toBeUndefined();
});

/** The input that a line of code passes to a call when it runs. */
async function inputOf(line: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  let callInput: unknown;
  const control = { call: (_id: string, input: unknown) => (callInput = input) };
  // oxlint-disable-next-line typescript/no-implied-eval -- the line is a program
  const run = new Function("control", "process", `return (async () => { ${line} })();`) as (
    ...deps: readonly unknown[]
  ) => Promise<void>;
  await run(control, { env });
  return callInput;
}

test("running the code passes the same input to the call", async () => {
  const body = {
    ["__proto__"]: { deep: [true, null, -1.5, "\u2028`${1}\\"] },
    "with space": "[redacted]`\\${SECRET}",
  };
  const call = { id: "control.users.create", url: "/control/v1/users", body };
  const sentInput = await inputOf(callLine(call) ?? "", { SECRET_1: "s3" });
  const expected = { ...body, "with space": "s3`\\${SECRET}" };
  expect(JSON.stringify(sentInput)).toBe(JSON.stringify({ body: expected }));
});
