// Matchers on values of the wrong type, which must fail with and without `.not`.
import { expect as vitestExpect, test } from "vitest";
import { expect } from "../runners/vitest.ts";
import { matchers } from "./all.ts";
import { contains, fitsText } from "../actors/patterns.ts";

const wrong = {
  nothing: undefined,
  "a number": 1,
  "an object": {},
  "a promise": Promise.resolve({
    allowed: true,
    lobby: undefined,
    status: 429,
    messages: [],
    text: "",
  }),
};

const names = Object.keys(matchers) as (keyof typeof matchers)[];
const cases = names.flatMap((name) =>
  Object.entries(wrong).map(([what, value]) => ({ name, what, value })),
);

test.each(cases)(
  "$name explains its purpose when given $what, with or without not",
  async ({ name, value }) => {
    const says = `${name} is for `;
    const hint = value instanceof Promise ? "write await before it" : says;
    for (const expectation of [expect(value), expect(value).not]) {
      const matcher = expectation[name] as (wish: unknown) => unknown;
      const used = async () => matcher.call(expectation, []);
      await vitestExpect(used()).rejects.toThrow(says);
      await vitestExpect(used()).rejects.toThrow(hint);
    }
  },
);

test.each(["", "g", "y", "gi"])("a pattern with the flags %j matches on every use", (flags) => {
  const pattern = new RegExp("pong", flags);
  for (let time = 0; time < 3; time += 1) {
    expect(fitsText("pong", pattern)).toBe(true);
    expect(contains({ content: "pong" }, { content: pattern })).toBe(true);
    expect(fitsText("ping", pattern)).toBe(false);
  }
});
