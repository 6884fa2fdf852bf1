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

test("every text is listed by its path, with all languages that any text has", () => {
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

test("the size counts the longest of a text and its localizations", () => {
  // verbannen, Bans, why, La raison, spam, s
  expect(textsOf(command).size).toBe(9 + 4 + 3 + 9 + 4 + 1);
});
