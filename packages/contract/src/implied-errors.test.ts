import { describe, expect, test } from "vitest";
import { bearer, bearerElseUnauthorized, bot, control, open, signedIn, type Auth } from "./auth.ts";
import type { EndpointDeclaration } from "./endpoint.ts";
import { InvalidForm, UnknownLobby, UnknownUser } from "./error.ts";
import { errorsOf } from "./implied-errors.ts";
import { object } from "./schema/values.ts";

const plain: EndpointDeclaration = {
  id: "things.do",
  source: "assumed: a test",
  summary: "Does a thing.",
  method: "POST",
  path: "/things",
  auth: [open],
  replies: { 204: null },
  errors: [],
};

function names(change: Partial<EndpointDeclaration>): readonly string[] {
  return errorsOf({ ...plain, ...change }).map(({ name }) => name);
}

test("an open endpoint without input has only InvalidForm, for the reason, and RateLimited", () => {
  expect(names({})).toEqual(["InvalidForm", "RateLimited"]);
});

test("an endpoint of the control plane has no RateLimited", () => {
  const errors = names({ plane: "control", auth: [control] });
  expect(errors).toEqual(["Unauthorized", "UnknownWorld"]);
});

describe("authentication", () => {
  test.each<readonly [string, readonly Auth[], readonly string[]]>([
    ["a bot alone", [bot], ["Unauthorized", "OnlyBotsAllowed"]],
    ["a bot or a person", [bot, signedIn], ["Unauthorized", "OnlyBotsAllowed"]],
    ["a person alone", [signedIn], ["Unauthorized", "BotsNotAllowed", "MissingScope"]],
    ["a scope alone", [bearer("email")], ["Unauthorized", "BotsNotAllowed", "MissingScope"]],
    [
      "a bot or a scope",
      [bot, bearer("email")],
      ["Unauthorized", "OnlyBotsAllowed", "MissingScope"],
    ],
    [
      "a bot, a scope or a person",
      [bot, bearer("email"), signedIn],
      ["Unauthorized", "MissingScope"],
    ],
    [
      "whom it accepts, and else as for none,",
      [bot, bearerElseUnauthorized("email")],
      ["Unauthorized"],
    ],
    ["anyone", [open, bot], []],
  ])("for %s adds the errors of all other credentials", (_who, auth, expected) => {
    expect(names({ auth })).toEqual(["InvalidForm", ...expected, "RateLimited"]);
  });
});

describe("input", () => {
  test("in the path or query adds InvalidForm", () => {
    expect(names({ path: "/things/{user_id}" })).toContain("InvalidForm");
    expect(names({ query: object({}) })).toContain("InvalidForm");
  });

  test("in a body also adds InvalidJson and EntityTooLarge", () => {
    expect(names({ body: object({}) })).toEqual([
      "InvalidForm",
      "InvalidJson",
      "EntityTooLarge",
      "RateLimited",
    ]);
  });
});

test("errors are sorted by status and code, without duplicates", () => {
  const errors = [UnknownLobby, InvalidForm, UnknownUser];
  expect(names({ errors, query: object({}) })).toEqual([
    "InvalidForm",
    "UnknownUser",
    "UnknownLobby",
    "RateLimited",
  ]);
});
