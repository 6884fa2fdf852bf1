import { locales } from "@antechamber/contract/schema";

const byLowerCase = new Map<string, string>(
  locales.map((locale) => [locale.toLowerCase(), locale]),
);

/** The default regions of languages. Source: commands-and-interactions 10 #20. */
const regions: ReadonlyMap<string, string> = new Map([
  ["en", "en-US"],
  ["es", "es-ES"],
  ["pt", "pt-BR"],
  ["sv", "sv-SE"],
  ["zh", "zh-CN"],
]);

function wireLocale(tag: string): string | undefined {
  const exact = byLowerCase.get(tag.toLowerCase());
  if (exact !== undefined) return exact;
  const language = tag.toLowerCase().split("-")[0] ?? "";
  return byLowerCase.get(language) ?? regions.get(language);
}

/** The first known language of an Accept-Language header, in order of preference. */
function accepted(header: string): string | undefined {
  return header
    .split(",")
    .map((part, order) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.map((each) => /^\s*q=([0-9.]+)/.exec(each)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality), order };
    })
    .filter((each) => each.quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.order - b.order)
    .map((each) => wireLocale(each.tag))
    .find((locale) => locale !== undefined);
}

/**
 * The caller's language according to the headers; unknown languages are ignored. Source: protocol:
 * commands-and-interactions 2.6.
 */
export function requestLocale(headers: {
  readonly "x-discord-locale"?: string;
  readonly "accept-language"?: string;
}): string | undefined {
  const { "x-discord-locale": own, "accept-language": accept } = headers;
  const named = own === undefined ? undefined : wireLocale(own);
  return named ?? (accept === undefined ? undefined : accepted(accept));
}
