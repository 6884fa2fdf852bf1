// The rules for names of slash commands and options. Source: requirements 2.2, Naming rules 1;
// protocol: commands-and-interactions 3.3.
import type { Report } from "../../schema/values.ts";
import { commandRules } from "./command-rules.ts";

/**
 * The named scripts include their combining vowel signs, which are not letters. U+02BC, the
 * apostrophe that some services require instead of U+0027, is a letter already.
 */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** True for names that match the pattern, in upper or lower case. */
export function matchesNamePattern(name: string): boolean {
  return NAME.test(name);
}

/** True if no character of the name has a distinct lower-case form. */
export function isLowerCase(name: string): boolean {
  // Compared character by character: lower-casing a whole word depends on context (final sigma).
  for (const character of name) {
    if (character.toLowerCase() !== character) return false;
  }
  return true;
}

/** Matches most valid names, which need no check of each character. */
const PLAIN_NAME = /^[-_'a-z0-9]{1,32}$/;

/** True for valid names of slash commands and options. */
export function isValidName(name: string): boolean {
  return PLAIN_NAME.test(name) || isValidWord(name);
}

function isValidWord(name: string): boolean {
  return matchesNamePattern(name) && isLowerCase(name);
}

/** Reports the faults of a name at a path: first of its pattern, then of its case. */
export function reportName(name: string, path: readonly string[], report: Report): void {
  if (isValidName(name)) return;
  const { namePattern, nameInvalid } = commandRules;
  if (!matchesNamePattern(name)) report(path, namePattern.code, namePattern.message);
  report(path, nameInvalid.code, nameInvalid.message);
}
