import { expect, test } from "vitest";
import { Entry } from "../entry.ts";
import { Redaction, RedactionRules } from "../redaction/redaction.ts";
import { curlScript } from "./curl.ts";

const redaction = new Redaction(new RedactionRules({ endpoints: [], events: [] }));

/** A call of somebody, with a credential as it stands in the header. */
function callBy(actor: string | undefined, authorization: string): Entry {
  const begun = { number: 1, kind: "request", name: "users.me", at: 0, realAt: 0 } as const;
  const entry = new Entry(begun);
  const url = "/api/v10/users/@me";
  const headers = ["Accept", "*/*", "Authorization", authorization];
  entry.method = "GET";
  entry.actor = actor;
  entry.application = actor === undefined ? undefined : "77";
  entry.requestHeaders = redaction.request(entry.name, { method: "GET", url, headers }).headers;
  entry.said = { ...entry.said, url };
  return entry;
}

/** What each call of a script is authorized with. */
function authorizations(entries: readonly Entry[], usernames: readonly [string, string][] = []) {
  const text = curlScript(entries, { url: "http://x", usernames: new Map(usernames) });
  const used = [...text.matchAll(/-H "Authorization: (.*)"/g)].map(([, value = ""]) => value);
  const asked = [...text.matchAll(/^: "\$\{(\w+):\?is not set\}"/gm)].map(([, name]) => name);
  const names = used.map((value) => /\$(\w+)$/.exec(value)?.[1]);
  expect(new Set(asked)).toEqual(new Set(names));
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
])("users who are called %j have the variables of %j", (usernames, variables) => {
  const users = usernames.map((name, id): [string, string] => [`${id}`, name]);
  const calls = users.map(([id]) => callBy(id, `token-of-${id}`));
  expect(authorizations([...calls, ...calls], users)).toEqual(
    [...variables, ...variables].map((name) => `$USER_TOKEN_${name}`),
  );
});

test("users who are gone have the variables of their ids, and nobody another one", () => {
  const calls = [callBy("1", "token-1"), callBy("2", "token-2"), callBy(undefined, "token-3")];
  expect(authorizations(calls)).toEqual(["$USER_TOKEN_1", "$USER_TOKEN_2", "$USER_TOKEN_UNKNOWN"]);
});

test("each access token has a variable, as those of one user differ in their scopes", () => {
  const tokens = ["Bearer narrow-token", "Bearer wide-token", "Bearer narrow-token"];
  expect(authorizations(tokens.map((token) => callBy("1", token)))).toEqual([
    "Bearer $BEARER_1",
    "Bearer $BEARER_2",
    "Bearer $BEARER_1",
  ]);
});
