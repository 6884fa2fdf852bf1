// Where voice is served, as forms name it. Source: protocol: guild-settings 1.1.
import { voiceRegions } from "@antechamber/contract/guilds";
import type { ValidationIssue } from "@antechamber/contract/schema";

/** What is wrong with a region in a field of a form; null means that the service chooses. */
export function regionIssues(field: string, region: string | null | undefined): ValidationIssue[] {
  if (region === undefined || region === null) return [];
  const known: readonly string[] = voiceRegions.map(({ id }) => id);
  if (known.includes(region)) return [];
  const message = `Value must be one of (${known.map((id) => `'${id}'`).join(", ")}).`;
  return [{ path: [field], code: "BASE_TYPE_CHOICES", message }];
}
