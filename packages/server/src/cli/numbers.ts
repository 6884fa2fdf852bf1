// Parses numbers given after a flag.
import { wrongUsage } from "./failures.ts";

/** A number, or undefined where the flag was not given. @throws CommandFailure */
export function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  return Number.isNaN(value) || text.trim() === ""
    ? wrongUsage(`${flag}: "${text}" is not a number`)
    : value;
}
