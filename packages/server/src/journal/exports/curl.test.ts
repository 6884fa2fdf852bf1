import { expect, test } from "vitest";
import { Entry } from "../entry.ts";
import { Redaction, RedactionRules } from "../redaction/redaction.ts";
import { curlScript } from "./curl.ts";

const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));

/** A call with a credential, as the header has it. */
function callBy(actor: string | undefined, authorization: string): Entry {
  const begun = { number: 1, kind: "request", name: "users.me", at: 0, realAt: 0 } as const;
  const entry = new Entry(begun);
  const url = "/api/v10/users/@me";
  const headers = ["Accept", "*/*", "Authorization", authorization];
  entry.method = "GET";
  entry.actor = actor;
  entry.application = actor === undefined ? undefined : "77";
  entry.requestHeaders = redaction.request(entry.name, { method: "GET", url, headers }).headers;
  entry.texts = { ...entry.texts, url };
  return entry;
}

/** The Authorization header of each call of a script. */
function authorizations(entries: readonly Entry[], usernames: readonly [string, string][] = []) {
  const text = curlScript(entries, { url: "http://x", usernames: new Map(usernames) });
  const used = [...text.matchAll(/-H "Authorization: (.*)"/g)].map(([, value = ""]) => value);
  const variables = [...text.matchAll(/^: "\$\{(\w+):\?is not set\}"/gm)].map(([, name]) => name);
  const names = used.map((value) => /\$(\w+)$/.exec(value)?.[1]);
  expect(new Set(variables)).toEqual(new Set(names));
  return used;
}

test.each([
  [
    ["alice", "bob"],
    ["alice", "bob"],
  ],
  [["a.b"], ["a_b"]],
  [
    ["a.b", "a_b"],
    ["a_b_2", "a_b"],
  ],
  [
    ["a_b", "a.b"],
    ["a_b", "a_b_2"],
  ],
  [
    ["a.b", "a_b", "a_b_2"],
    ["a_b_3", "a_b", "a_b_2"],
  ],
  [
    ["a.b.c", "a.b_c", "a_b.c"],
    ["a_b_c", "a_b_c_2", "a_b_c_3"],
  ],
  [
    ["anna", "anna"],
    ["anna", "anna_2"],
  ],
])("users named %j have the variables %j", (usernames, variables) => {
  const users = usernames.map((name, id): [string, string] => [`${id}`, name]);
  const calls = users.map(([id]) => callBy(id, `token-of-${id}`));
  expect(authorizations([...calls, ...calls], users)).toEqual(
    [...variables, ...variables].map((name) => `$USER_TOKEN_${name}`),
  );
});

test("deleted users have variables of their ids, distinct from all others", () => {
  const calls = [callBy("1", "token-1"), callBy("2", "token-2"), callBy(undefined, "token-3")];
  expect(authorizations(calls)).toEqual(["$USER_TOKEN_1", "$USER_TOKEN_2", "$USER_TOKEN_UNKNOWN"]);
});

test("interaction tokens have one variable, webhook tokens others", () => {
  const paths = [
    "/interactions/9/[redacted]/callback",
    "/webhooks/77/[redacted]/messages/@original",
    "/webhooks/77/[redacted]?thread_id=[redacted]",
    "/webhooks/78/[redacted]",
    "/webhooks/78/[redacted]",
  ];
  const calls = paths.map((path) => {
    const entry = callBy("77", "Bot token");
    entry.trace = "9";
    entry.texts = { ...entry.texts, url: `/api/v10${path}` };
    return entry;
  });
  const text = curlScript(calls, { url: "http://x", usernames: new Map() });
  expect([...text.matchAll(/^ {2}"\$ANTECHAMBER_URL"(\S*)/gm)].map(([, path]) => path)).toEqual([
    `'/api/v10/interactions/9/'"$INTERACTION_TOKEN_9"'/callback'`,
    `'/api/v10/webhooks/77/'"$INTERACTION_TOKEN_9"'/messages/@original'`,
    `'/api/v10/webhooks/77/'"$INTERACTION_TOKEN_9"'?thread_id='"$SECRET_1"''`,
    `'/api/v10/webhooks/78/'"$SECRET_2"''`,
    `'/api/v10/webhooks/78/'"$SECRET_3"''`,
  ]);
  expect(text.match(/^: "\$\{INTERACTION_TOKEN_9:/gm)).toHaveLength(1);
});

test("each access token has a variable of its own", () => {
  const tokens = ["Bearer narrow-token", "Bearer wide-token", "Bearer narrow-token"];
  expect(authorizations(tokens.map((token) => callBy("1", token)))).toEqual([
    "Bearer $BEARER_1",
    "Bearer $BEARER_2",
    "Bearer $BEARER_1",
  ]);
});

test("without stored access tokens, each user has a variable", () => {
  const calls = ["1", "2", "1"].map((user) => {
    const call = callBy(user, `Bearer token-of-${user}`);
    const { parts: _, ...withoutParts } = call.requestHeaders ?? {};
    return Object.assign(call, { requestHeaders: withoutParts });
  });
  expect(authorizations(calls)).toEqual([
    "Bearer $BEARER_1",
    "Bearer $BEARER_2",
    "Bearer $BEARER_1",
  ]);
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["it's", String.raw`--data-raw 'it'\''s'`],
])("a call with the body %j has the data %s", (requestBody, data) => {
  const call = callBy("5", "token");
  call.texts = { ...call.texts, requestBody };
  const text = curlScript([call], { url: "http://x", usernames: new Map() });
  expect(/--data-raw .*$/m.exec(text)?.[0]).toBe(data);
});
