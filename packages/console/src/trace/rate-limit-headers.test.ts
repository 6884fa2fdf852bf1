import { expect, test } from "vitest";
import { rateLimitText } from "./rate-limit-headers.ts";

test("a response describes the remaining requests of its bucket", () => {
  const headers = {
    "x-ratelimit-limit": "5",
    "x-ratelimit-remaining": "4",
    "x-ratelimit-reset-after": "1.000",
    "x-ratelimit-bucket": "abc",
  };
  expect(rateLimitText(headers)).toBe("Rate limit: 4 of 5 left, full again in 1.000 s, bucket abc");
});

test("a rate limit error describes the delay and the scope", () => {
  const headers = { "retry-after": "2", "x-ratelimit-scope": "shared" };
  expect(rateLimitText(headers)).toBe("Rate limit: try again in 2 s, scope shared");
  expect(rateLimitText({ "retry-after": "2", "x-ratelimit-global": "true" })).toContain(
    "the global limit",
  );
});

test("a response without rate limit headers has no description", () => {
  expect(rateLimitText({ "content-type": "application/json" })).toBeUndefined();
});
