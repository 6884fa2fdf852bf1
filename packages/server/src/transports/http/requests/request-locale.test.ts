import { expect, test } from "vitest";
import { requestLocale } from "./request-locale.ts";

test.each([
  ["nothing", {}, undefined],
  ["the platform's own header", { "x-discord-locale": "de", "accept-language": "fr" }, "de"],
  [
    "the next source, where the platform's header names none that is known",
    { "x-discord-locale": "klingon", "accept-language": "fr" },
    "fr",
  ],
  ["nothing that is known in its own header", { "x-discord-locale": "klingon" }, undefined],
  ["another spelling", { "x-discord-locale": "EN-gb" }, "en-GB"],
  ["a plain language", { "accept-language": "en" }, "en-US"],
  ["a region that is not known", { "accept-language": "es-MX" }, "es-ES"],
  ["the most wanted one first", { "accept-language": "fr;q=0.5, de;q=0.9, xx" }, "de"],
  ["nothing that is known", { "accept-language": "xx, yy;q=0.5" }, undefined],
  ["the name of what every object has", { "accept-language": "constructor" }, undefined],
  ["one that is refused", { "accept-language": "de;q=0, fr;q=0.1" }, "fr"],
])("the caller's locale follows from %s", (_case, headers, locale) => {
  expect(requestLocale(headers)).toBe(locale);
});
