import { expect, test } from "vitest";
import { ClientResult } from "./client-result.ts";
import { ErrorType } from "./enums.ts";

test("a result is successful at first, and keeps each property that is set", () => {
  const result = new ClientResult({});
  expect([result.Successful(), result.Type(), result.ToString()]).toEqual([true, 0, "Success"]);
  result.SetType(ErrorType.HTTPError);
  result.SetError("Unknown Lobby");
  result.SetErrorCode(10_031);
  result.SetStatus(404);
  result.SetResponseBody("{}");
  result.SetRetryable(true);
  result.SetRetryAfter(0.5);
  expect(result.clone().ToString()).toBe("HTTPError (status 404, code 10031): Unknown Lobby");
  expect([result.ResponseBody(), result.Retryable(), result.RetryAfter()]).toEqual([
    "{}",
    true,
    0.5,
  ]);
});

test("success follows from the type until it is set explicitly", () => {
  const result = new ClientResult({ type: ErrorType.NetworkError });
  expect(result.Successful()).toBe(false);
  result.SetType(ErrorType.None);
  expect(result.Successful()).toBe(true);
  result.SetSuccessful(false);
  expect(result.Successful()).toBe(false);
  result.SetSuccessful(true);
  result.SetType(ErrorType.HTTPError);
  expect(result.Successful()).toBe(true);
});
