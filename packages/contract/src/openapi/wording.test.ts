import { expect, test } from "vitest";
import { bearer, bot, control, open, signedIn } from "../auth.ts";
import { Unauthorized, UnknownUser } from "../error.ts";
import { callerText, errorText } from "./wording.ts";

test.each([
  [bot, "`Bot` token"],
  [bearer(), "`Bearer` token"],
  [bearer("email", "guilds"), "`Bearer` token with `email` or `guilds`"],
  [signedIn, "user token"],
  [control, "`Control` key"],
  [open, "anyone"],
])("%j is described as %s", (auth, text) => {
  expect(callerText(auth)).toBe(text);
});

test("an error is described with its code if it has one", () => {
  expect(errorText(UnknownUser)).toBe("404/10013 UnknownUser");
  expect(errorText(Unauthorized)).toBe("401 Unauthorized");
});
