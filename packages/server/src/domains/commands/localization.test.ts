import { locales } from "@antechamber/contract/schema";
import { describe, expect, test } from "vitest";
import { openCommandCalls } from "../../testing/calls/command-calls.ts";
import type { Localizations, OptionRecord } from "./command.ts";
import { localizedOptions, localizedText, localizedTexts } from "./localization.ts";

describe("the text for a reader's language", () => {
  test.each<[string, Localizations | null, [string, string | undefined]]>([
    ["the exact one", { fr: "couleur", "en-US": "color" }, ["fr", "couleur"]],
    ["British English for American readers", { "en-GB": "colour" }, ["en-US", "colour"]],
    ["American English for British readers", { "en-US": "color" }, ["en-GB", "color"]],
    ["European Spanish for Latin American readers", { "es-ES": "color" }, ["es-419", "color"]],
    ["its own before the fallback's", { "en-US": "color", "en-GB": "colour" }, ["en-US", "color"]],
    ["none the other way round", { "es-419": "color" }, ["es-ES", undefined]],
    ["none of a language that is only alike", { "pt-BR": "cor" }, ["pt", undefined]],
    ["none of a name that every object has", { fr: "couleur" }, ["constructor", undefined]],
    ["none when there are no texts", null, ["fr", undefined]],
  ])("is %s", (_, texts, [locale, expected]) => {
    expect(localizedText(texts, locale)).toBe(expected);
  });

  test("is the text of exactly that language, for every language", () => {
    const texts = Object.fromEntries(locales.map((locale) => [locale, `text in ${locale}`]));
    for (const locale of locales) expect(localizedText(texts, locale)).toBe(`text in ${locale}`);
  });

  test("is chosen separately for name and description", () => {
    const texts = { name_localizations: { fr: "un" }, description_localizations: { de: "zwei" } };
    expect(localizedTexts(texts, "fr")).toEqual({ name_localized: "un" });
    expect(localizedTexts(texts, "de")).toEqual({ description_localized: "zwei" });
    expect(localizedTexts(texts, "it")).toEqual({});
  });
});

test("null removes a localization at every level", async () => {
  const { global } = await openCommandCalls();
  const none = { name_localizations: { de: null }, description_localizations: { de: null } };
  const choices = [{ name: "a", value: "b", name_localizations: { de: null } }];
  const option = { type: 3, name: "a", description: "x", ...none, choices };
  const { body } = await global.create({
    name: "ping",
    description: "x",
    ...none,
    options: [option],
  });
  const gone = { name_localizations: null, description_localizations: null };
  expect(body).toMatchObject({
    ...gone,
    options: [{ ...gone, choices: [{ name_localizations: null }] }],
  });
  const answer = await global.create({
    name: "ping",
    description: "x",
    name_localizations: { de: null, fr: "sonner" },
  });
  expect(answer.body).toMatchObject({ name_localizations: { fr: "sonner" } });
});

// Proves requirement 2.3 "description_localizations"
test("options and choices lose their localizations at every level and keep all other fields", () => {
  const plain = { name_localizations: null, description: "x", description_localizations: null };
  const value: OptionRecord = {
    type: 3,
    name: "color",
    name_localizations: { fr: "couleur" },
    description: "Which",
    description_localizations: null,
    required: true,
    choices: [{ name: "red", name_localizations: { fr: "rouge" }, value: "r" }],
    min_length: 0,
  };
  const subcommand: OptionRecord = { type: 1, name: "pick", ...plain, options: [value] };
  const group: OptionRecord = { type: 2, name: "all", ...plain, options: [subcommand] };
  expect(localizedOptions([group], "fr")).toEqual([
    {
      type: 2,
      name: "all",
      description: "x",
      options: [
        {
          type: 1,
          name: "pick",
          description: "x",
          options: [
            {
              type: 3,
              name: "color",
              name_localized: "couleur",
              description: "Which",
              required: true,
              choices: [{ name: "red", name_localized: "rouge", value: "r" }],
              min_length: 0,
            },
          ],
        },
      ],
    },
  ]);
});
