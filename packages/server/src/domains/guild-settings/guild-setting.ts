// The features of a guild that callers can switch. Source: protocol: guild-settings 1.3.
import { holds, type PermissionName } from "@antechamber/contract";
import { FeatureDisabled } from "@antechamber/contract/guilds";
import type { ValidationIssue } from "@antechamber/contract/schema";
import { ApiError, invalidForm, missingPermission } from "../../platform/api-error.ts";
import type { GuildRecord } from "../guilds/guild.ts";
import { basePermissions, type PermissionContext } from "../guilds/permissions.ts";

/** What switching a feature needs beside MANAGE_GUILD, and whether it can only be switched off. */
interface Switch {
  readonly needs?: PermissionName | "ownership";
  readonly onlyOff?: true;
}

const switches: Readonly<Record<string, Switch>> = {
  COMMUNITY: { needs: "ADMINISTRATOR" },
  DISCOVERABLE: { needs: "ADMINISTRATOR" },
  INVITES_DISABLED: {},
  RAID_ALERTS_DISABLED: {},
  PRUNE_REQUIRES_ADMIN: { needs: "ownership" },
  MEMBER_VERIFICATION_GATE_ENABLED: { onlyOff: true },
};

/** The feature that every community guild has. */
const BROUGHT_BY_COMMUNITY = "NEWS";

/** Features that only a community guild can have. */
const ofCommunities: ReadonlySet<string> = new Set([
  "DISCOVERABLE",
  "WELCOME_SCREEN_ENABLED",
  "GUILD_ONBOARDING",
  BROUGHT_BY_COMMUNITY,
]);

/** The features with one added or removed; a feature that is already there is not added again. */
export function withFeature(all: readonly string[], feature: string, isOn: boolean): string[] {
  const others = all.filter((each) => each !== feature);
  if (!isOn) return others;
  return all.includes(feature) ? [...all] : [...others, feature];
}

/**
 * The features of a guild after a caller gave the wanted ones. Features that cannot be switched
 * stay as they are.
 *
 * @param after the guild with its new channels
 * @throws InvalidForm for a feature that cannot be switched on, MissingPermissions, FeatureDisabled
 *   if the guild lacks what a feature requires
 */
export function switchedFeatures(
  actor: PermissionContext,
  after: GuildRecord,
  requested: readonly string[],
): string[] {
  const current = actor.guild.features;
  refuseUnswitchable(current, requested);
  const changed = Object.keys(switches).filter(
    (feature) => requested.includes(feature) !== current.includes(feature),
  );
  for (const feature of changed) requireSwitching(actor, feature);
  const features = changed.reduce<string[]>(
    (all, feature) => withFeature(all, feature, requested.includes(feature)),
    [...current],
  );
  return withCommunityFeatures({ ...after, features }, current);
}

function refuseUnswitchable(current: readonly string[], requested: readonly string[]): void {
  const issues = requested.flatMap((feature, i): ValidationIssue[] => {
    if (current.includes(feature)) return [];
    if (switches[feature] !== undefined && switches[feature].onlyOff !== true) return [];
    const message = `The feature ${feature} cannot be switched on`;
    return [{ path: ["features", i], code: "BASE_TYPE_CHOICES", message }];
  });
  if (issues.length > 0) throw invalidForm(...issues);
}

function requireSwitching(actor: PermissionContext, feature: string): void {
  const needs = switches[feature]?.needs;
  if (needs === undefined) return;
  const may =
    needs === "ownership"
      ? actor.guild.owner_id === actor.member.user_id
      : holds(basePermissions(actor), needs);
  if (!may) throw missingPermission(needs === "ownership" ? "MANAGE_GUILD" : needs);
}

/** The features, with those that every community guild has. */
export function withCommunity(features: readonly string[]): string[] {
  const isCommunity = features.includes("COMMUNITY");
  return isCommunity ? withFeature(features, BROUGHT_BY_COMMUNITY, true) : [...features];
}

/** The features, with those that depend on being a community. @throws FeatureDisabled */
function withCommunityFeatures(guild: GuildRecord, current: readonly string[]): string[] {
  const { features, rules_channel_id, public_updates_channel_id } = guild;
  const isCommunity = features.includes("COMMUNITY");
  if (!isCommunity) {
    const isNewlyListed = features.includes("DISCOVERABLE") && !current.includes("DISCOVERABLE");
    if (isNewlyListed) throw new ApiError(FeatureDisabled);
    const wasCommunity = current.includes("COMMUNITY");
    return wasCommunity ? features.filter((each) => !ofCommunities.has(each)) : features;
  }
  if (current.includes("COMMUNITY")) return features;
  if (rules_channel_id === null || public_updates_channel_id === null) {
    throw new ApiError(FeatureDisabled);
  }
  return withCommunity(features);
}
