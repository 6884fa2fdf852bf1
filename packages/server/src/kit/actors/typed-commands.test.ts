import { describe, expect, expectTypeOf, test } from "vitest";
import {
  plainValues,
  type CommandManifest,
  type OptionsAt,
  type OptionsOf,
  type PathsOf,
} from "./typed-commands.ts";

const ban = {
  name: "ban",
  options: [
    { type: 6, name: "user", required: true },
    { type: 3, name: "reason" },
    {
      type: 4,
      name: "days",
      choices: [
        { name: "a day", value: 1 },
        { name: "a week", value: 7 },
      ],
    },
  ],
} as const satisfies CommandManifest;

const tags = {
  name: "tags",
  options: [
    { type: 1, name: "list" },
    {
      type: 2,
      name: "edit",
      options: [{ type: 1, name: "add", options: [{ type: 3, name: "name", required: true }] }],
    },
  ],
} as const satisfies CommandManifest;

describe("the compiler", () => {
  test("checks required and optional options, and choices", () => {
    type Values = OptionsOf<typeof ban>;
    expectTypeOf<{ user: string }>().toExtend<Values>();
    expectTypeOf<{ user: { id: string }; reason: string; days: 7 }>().toExtend<Values>();
    expectTypeOf<{ reason: string }>().not.toExtend<Values>();
    expectTypeOf<{ user: string; days: 2 }>().not.toExtend<Values>();
    expectTypeOf<{ user: number }>().not.toExtend<Values>();
  });

  test("checks subcommands by their path", () => {
    expectTypeOf<PathsOf<typeof tags>>().toEqualTypeOf<"list" | "edit add">();
    expectTypeOf<{ name: string }>().toExtend<OptionsAt<typeof tags, "edit add">>();
    expectTypeOf<{ nam: string }>().not.toExtend<OptionsAt<typeof tags, "edit add">>();
  });
});

test("users in options are sent as IDs", () => {
  expect(plainValues({ user: { id: "1" }, reason: "spam" })).toEqual({ user: "1", reason: "spam" });
});
