import { expect, test } from "vitest";
import type { RegisteredCommand } from "../parts/registered-commands.ts";
import { textsOf } from "./texts.ts";

const command = {
  application: "2",
  name: "ban",
  name_localizations: { de: "verbannen" },
  description: "Bans",
  options: [
    {
      type: 3,
      name: "why",
      description: "Reason",
      description_localizations: { fr: "La raison" },
      choices: [{ name: "spam", value: "s" }],
    },
  ],
} as unknown as RegisteredCommand;

test("every text stands under its place, and every language that any has is asked of all", () => {
  const { rows, locales } = textsOf(command);
  expect(rows.map(({ path, text }) => `${path}: ${text}`)).toEqual([
    "name: ban",
    "description: Bans",
    "options.why.name: why",
    "options.why.description: Reason",
    "options.why.choices.spam.name: spam",
  ]);
  expect(locales).toEqual(["de", "fr"]);
});

test("of a text and its localizations the longest counts", () => {
  // verbannen, Bans, why, La raison, spam, s
  expect(textsOf(command).size).toBe(9 + 4 + 3 + 9 + 4 + 1);
});
