import { expect, test } from "vitest";
import { rateLimitText } from "./rate-limit-headers.ts";

test("an answer says how much of its bucket is left", () => {
  const headers = {
    "x-ratelimit-limit": "5",
    "x-ratelimit-remaining": "4",
    "x-ratelimit-reset-after": "1.000",
    "x-ratelimit-bucket": "abc",
  };
  expect(rateLimitText(headers)).toBe("Rate limit: 4 of 5 left, full again in 1.000 s, bucket abc");
});

test("a refusal says when to come again, and whose limit it was", () => {
  const headers = { "retry-after": "2", "x-ratelimit-scope": "shared" };
  expect(rateLimitText(headers)).toBe("Rate limit: try again in 2 s, scope shared");
  expect(rateLimitText({ "retry-after": "2", "x-ratelimit-global": "true" })).toContain(
    "the global limit",
  );
});

test("an answer without such headers says nothing", () => {
  expect(rateLimitText({ "content-type": "application/json" })).toBeUndefined();
});
