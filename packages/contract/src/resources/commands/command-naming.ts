// Which names slash commands and options may have. Source: requirements 2.2, Naming rules 1;
// protocol: commands-and-interactions 3.3.
import type { Report } from "../../schema/values.ts";
import { commandRules } from "./command-rules.ts";

/**
 * The scripts named beside letters and digits bring their combining vowel signs. U+02BC, the
 * apostrophe that some services want instead of U+0027, is a letter already.
 */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** True for names that the pattern allows, upper case or not. */
export function matchesNamePattern(name: string): boolean {
  return NAME.test(name);
}

/** True when no character of the name has a lower-case form of its own. */
export function isLowerCase(name: string): boolean {
  // Character by character: the lower case of a whole word depends on its neighbours (final sigma).
  for (const character of name) {
    if (character.toLowerCase() !== character) return false;
  }
  return true;
}

/** Most names are of these alone, and need no look at each character. */
const PLAIN_NAME = /^[-_'a-z0-9]{1,32}$/;

/** True for names that slash commands and options may have. */
export function isValidName(name: string): boolean {
  return PLAIN_NAME.test(name) || isValidWord(name);
}

function isValidWord(name: string): boolean {
  return matchesNamePattern(name) && isLowerCase(name);
}

/** Reports the faults of a name at a place: of its pattern, then of the whole name. */
export function reportName(name: string, path: readonly string[], report: Report): void {
  if (isValidName(name)) return;
  const { namePattern, nameInvalid } = commandRules;
  if (!matchesNamePattern(name)) report(path, namePattern.code, namePattern.message);
  report(path, nameInvalid.code, nameInvalid.message);
}
