// Voice regions in forms. Source: protocol: guild-settings 1.1.
import { voiceRegions } from "@antechamber/contract/guilds";
import type { ValidationIssue } from "@antechamber/contract/schema";

/** The faults of a region in a field of a form; null is valid: the service then chooses. */
export function regionIssues(field: string, region: string | null | undefined): ValidationIssue[] {
  if (region === undefined || region === null) return [];
  const regions: readonly string[] = voiceRegions.map(({ id }) => id);
  if (regions.includes(region)) return [];
  const message = `Value must be one of (${regions.map((id) => `'${id}'`).join(", ")}).`;
  return [{ path: [field], code: "BASE_TYPE_CHOICES", message }];
}
