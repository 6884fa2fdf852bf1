// Reads and checks drafts of rules: the constraints that depend on the kind of rule, beyond the
// types of its fields.
// Source: protocol: auto-moderation 1, 5.
import { limits } from "@antechamber/contract";
import {
  AutoModerationEvent,
  AutoModerationTrigger,
  type AutoModerationRuleChange,
  type AutoModerationRuleDraft,
} from "@antechamber/contract/guilds";
import type { Static, ValidationIssue } from "@antechamber/contract/schema";
import { invalidForm } from "../../../platform/api-error.ts";
import { safePattern } from "../../../platform/formats/patterns.ts";
import {
  actionsPerTrigger,
  type RuleAction,
  type RuleRecord,
  type TriggerMetadata,
} from "./rule.ts";

export type Draft = Static<typeof AutoModerationRuleDraft>;
export type Change = Static<typeof AutoModerationRuleChange>;
type GivenMetadata = NonNullable<Draft["trigger_metadata"]>;
type GivenAction = NonNullable<Draft["actions"]>[number];

/** The fields of a rule that its author writes. */
export type RuleFields = Omit<RuleRecord, "id" | "guild_id" | "creator_id">;

const { KEYWORD, SPAM, KEYWORD_PRESET, MENTION_SPAM, MEMBER_PROFILE } = AutoModerationTrigger;

/** The metadata fields that a kind of rule has; fields that are not given stay as they were. */
export function triggerMetadata(
  trigger: number,
  requested: GivenMetadata,
  before: TriggerMetadata,
): TriggerMetadata {
  const now = { ...before, ...requested };
  const { keyword_filter = [], regex_patterns = [], allow_list = [] } = now;
  if (trigger === KEYWORD || trigger === MEMBER_PROFILE) {
    return { keyword_filter, regex_patterns, allow_list };
  }
  if (trigger === KEYWORD_PRESET) return { presets: [...new Set(now.presets)], allow_list };
  if (trigger !== MENTION_SPAM) return {};
  const { mention_total_limit = limits.autoModerationMentions.value } = now;
  const { mention_raid_protection_enabled = false } = now;
  return { mention_total_limit, mention_raid_protection_enabled };
}

function shownAction({ type, metadata }: GivenAction): RuleAction {
  if (type === 3) return { type, metadata: { duration_seconds: metadata.duration_seconds ?? 0 } };
  return { type, metadata: { ...metadata } };
}

/** A new rule's fields. @throws InvalidForm */
export function newRule(draft: Draft): RuleFields {
  const { name, event_type, trigger_type } = draft;
  if (trigger_type === KEYWORD_PRESET && draft.trigger_metadata === undefined) {
    const message = "This field is required";
    throw invalidForm({ path: ["trigger_metadata"], code: "BASE_TYPE_REQUIRED", message });
  }
  return checked({
    name,
    event_type,
    trigger_type,
    trigger_metadata: triggerMetadata(trigger_type, draft.trigger_metadata ?? {}, {}),
    actions: (draft.actions ?? []).map(shownAction),
    enabled: draft.enabled ?? false,
    exempt_roles: [...new Set(draft.exempt_roles)],
    exempt_channels: [...new Set(draft.exempt_channels)],
  });
}

/** A rule's fields after a change. @throws InvalidForm */
export function changedRule(before: RuleRecord, change: Change): RuleFields {
  const { trigger_type, trigger_metadata: metadata } = before;
  if (change.trigger_type !== undefined && change.trigger_type !== trigger_type) {
    const message = `Value must be one of {${trigger_type}}.`;
    throw invalidForm({ path: ["trigger_type"], code: "BASE_TYPE_CHOICES", message });
  }
  const requested = change.trigger_metadata;
  const { name = before.name, event_type = before.event_type, enabled = before.enabled } = change;
  return checked({
    name,
    event_type,
    enabled,
    trigger_type,
    trigger_metadata:
      requested === undefined ? metadata : triggerMetadata(trigger_type, requested, metadata),
    actions: change.actions?.map(shownAction) ?? before.actions,
    exempt_roles: [...new Set(change.exempt_roles ?? before.exempt_roles)],
    exempt_channels: [...new Set(change.exempt_channels ?? before.exempt_channels)],
  });
}

function checked(rule: RuleFields): RuleFields {
  const faults = ruleFaults(rule);
  if (faults.length > 0) throw invalidForm(...faults);
  return rule;
}

/** The faults of a rule beyond the types of its fields. */
export function ruleFaults(rule: RuleFields): ValidationIssue[] {
  return [...eventFaults(rule), ...actionFaults(rule), ...metadataFaults(rule)];
}

function eventFaults({ event_type, trigger_type }: RuleFields): ValidationIssue[] {
  const { MESSAGE_SEND, MEMBER_UPDATE } = AutoModerationEvent;
  const fitting = trigger_type === MEMBER_PROFILE ? MEMBER_UPDATE : MESSAGE_SEND;
  if (event_type === fitting) return [];
  const message = `Value must be one of {${fitting}}.`;
  return [{ path: ["event_type"], code: "BASE_TYPE_CHOICES", message }];
}

function actionFaults({ actions, trigger_type }: RuleFields): ValidationIssue[] {
  const fitting = actionsPerTrigger[trigger_type] ?? [];
  return actions.flatMap(({ type }, i) => {
    if (fitting.includes(type)) return [];
    const message = `Value must be one of {${fitting.join(", ")}}.`;
    return [{ path: ["actions", i, "type"], code: "BASE_TYPE_CHOICES", message }];
  });
}

function metadataFaults({ trigger_type, trigger_metadata }: RuleFields): ValidationIssue[] {
  if (trigger_type === SPAM || trigger_type === MENTION_SPAM) return [];
  const { allow_list = [], regex_patterns = [] } = trigger_metadata;
  const limit =
    trigger_type === KEYWORD_PRESET
      ? limits.autoModerationPresetAllowList
      : limits.autoModerationAllowList;
  const tooMany: ValidationIssue[] = [];
  if (allow_list.length > limit.value) {
    const message = `Must be ${limit.value} or fewer in length.`;
    const path = ["trigger_metadata", "allow_list"];
    tooMany.push({ path, code: "BASE_TYPE_MAX_LENGTH", message });
  }
  return [...tooMany, ...patternFaults(regex_patterns)];
}

/** Faults of malformed patterns, and of patterns that exceed the complexity limit of the rule. */
function patternFaults(patterns: readonly string[]): ValidationIssue[] {
  let steps = 0;
  return patterns.flatMap((source, i) => {
    const path = ["trigger_metadata", "regex_patterns", i];
    const pattern = safePattern(source);
    if (pattern === undefined) {
      const message = "Invalid regex pattern";
      return [{ path, code: "AUTO_MODERATION_INVALID_REGEX", message }];
    }
    steps += pattern.steps;
    if (steps <= limits.autoModerationPatternSteps.value) return [];
    const message = "Regex pattern is too complex";
    return [{ path, code: "AUTO_MODERATION_REGEX_TOO_COMPLEX", message }];
  });
}
