// Changes of a guild's onboarding. Source: protocol: guild-settings 4.2, 4.3.
import { UnknownChannel } from "@antechamber/contract";
import {
  InvalidRole,
  OnboardingBelowRequirements,
  OnboardingNotReady,
  type OnboardingChange,
  type OnboardingOptionForm,
  type OnboardingPromptForm,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../../platform/api-error.ts";
import type { Context, ReadContext } from "../../../platform/context.ts";
import { entryFields, writeAuditLog } from "../../guilds/audit-log/write.ts";
import { emitGuildChange } from "../../guilds/events.ts";
import { guilds, type GuildRecord } from "../../guilds/guild.ts";
import { requireAboveRole } from "../../guilds/hierarchy.ts";
import { channelsOf } from "../../guilds/operations.ts";
import type { PermissionContext } from "../../guilds/permissions.ts";
import { rolesNamed } from "../../moderation/moderation.ts";
import { settingsEmoji } from "../emoji.ts";
import {
  blankOnboarding,
  isOnboarding,
  meetsRequirements,
  onboardingFeatures,
  onboardings,
  onboardingView,
  storedOnboarding,
  type OnboardingRecord,
  type OptionRecord,
  type PromptRecord,
} from "./onboarding.ts";

type Change = Static<typeof OnboardingChange>;
type PromptForm = Static<typeof OnboardingPromptForm>;
type OptionForm = Static<typeof OnboardingOptionForm>;

/**
 * Changes the onboarding of the actor's guild, and switches it on or off.
 *
 * @returns the onboarding and the guild after the change
 * @throws UnknownChannel, UnknownRole, InvalidRole, MissingPermissions, UnknownEmoji,
 *   OnboardingNotReady, OnboardingBelowRequirements
 */
export async function changeOnboarding(
  ctx: Context,
  actor: PermissionContext,
  change: Change,
): Promise<{ guild: GuildRecord; onboarding: OnboardingRecord }> {
  const { guild } = actor;
  const stored = await storedOnboarding(ctx, guild.id);
  const before = stored ?? blankOnboarding(guild.id);
  const onboarding = await changedOnboarding(ctx, actor, { before, change });
  const isOn = change.enabled ?? isOnboarding(guild);
  if (isOn && !(await meetsRequirements(ctx, guild, onboarding))) {
    throw new ApiError(isOnboarding(guild) ? OnboardingBelowRequirements : OnboardingNotReady);
  }
  ctx.tx.put(onboardings, onboarding);
  const after = { ...guild, features: onboardingFeatures(guild, onboarding, isOn) };
  if (after.features.join() !== guild.features.join()) {
    ctx.tx.put(guilds, after);
    await emitGuildChange(ctx, after);
  }
  log(ctx, actor, { before: stored, after: onboarding, guildAfter: after });
  return { guild: after, onboarding };
}

interface ChangeOfOnboarding {
  readonly before: OnboardingRecord;
  readonly change: Change;
}

async function changedOnboarding(
  ctx: Context,
  actor: PermissionContext,
  { before, change }: ChangeOfOnboarding,
): Promise<OnboardingRecord> {
  const { prompts, default_channel_ids: channelIds, mode } = change;
  await requireChannels(ctx, actor.guild, change);
  requireRoles(actor, before, change);
  return {
    guild_id: before.guild_id,
    prompts:
      prompts === undefined || prompts === null
        ? before.prompts
        : promptsFrom(ctx, actor.guild, { before: before.prompts, forms: prompts }),
    default_channel_ids: channelIds ?? before.default_channel_ids,
    mode: mode ?? before.mode,
  };
}

const optionsOf = (prompts: readonly { readonly options: readonly OptionForm[] }[] | null = []) =>
  (prompts ?? []).flatMap(({ options }) => options);

/** @throws UnknownChannel for a channel that the guild does not have */
async function requireChannels(
  ctx: ReadContext,
  guild: GuildRecord,
  { prompts, default_channel_ids }: Change,
): Promise<void> {
  const named = [
    ...(default_channel_ids ?? []),
    ...optionsOf(prompts).flatMap(({ channel_ids }) => channel_ids ?? []),
  ];
  const there = new Set((await channelsOf(ctx, guild.id)).map(({ id }) => id));
  if (named.some((id) => !there.has(id))) throw new ApiError(UnknownChannel);
}

/**
 * Requires that the actor may assign the roles that options newly name.
 *
 * @throws UnknownRole, InvalidRole, MissingPermissions
 */
function requireRoles(
  actor: PermissionContext,
  before: OnboardingRecord,
  { prompts }: Change,
): void {
  const grantedRoles = optionsOf(before.prompts).flatMap(({ role_ids }) => role_ids ?? []);
  const named = new Set(optionsOf(prompts).flatMap(({ role_ids }) => role_ids ?? []));
  for (const role of rolesNamed(actor, [...named])) {
    if (role.managed || role.id === role.guild_id) throw new ApiError(InvalidRole);
    if (!grantedRoles.includes(role.id)) requireAboveRole(actor, role);
  }
}

interface Lists<R, F> {
  readonly before: readonly R[];
  readonly forms: readonly F[];
}

/**
 * Each form with the id of the record that it names, or with a new id; each record is used only
 * once.
 */
function withIds<R extends { readonly id: string }, F extends { readonly id?: string | null }>(
  ctx: Context,
  { before, forms }: Lists<R, F>,
): { id: string; existing: R | undefined; form: F }[] {
  const taken = new Set<string>();
  return forms.map((form) => {
    const existing = before.find(({ id }) => id === form.id && !taken.has(id));
    const id = existing?.id ?? ctx.id();
    taken.add(id);
    return { id, existing, form };
  });
}

function promptsFrom(
  ctx: Context,
  guild: GuildRecord,
  lists: Lists<PromptRecord, PromptForm>,
): PromptRecord[] {
  return withIds(ctx, lists).map(({ id, existing, form }) => ({
    id,
    title: form.title,
    options: optionsFrom(ctx, guild, { before: existing?.options ?? [], forms: form.options }),
    single_select: form.single_select ?? false,
    required: form.required ?? false,
    in_onboarding: form.in_onboarding ?? false,
    type: form.type ?? 0,
  }));
}

function optionsFrom(
  ctx: Context,
  guild: GuildRecord,
  lists: Lists<OptionRecord, OptionForm>,
): OptionRecord[] {
  return withIds(ctx, lists).map(({ id, form }) => ({
    id,
    title: form.title,
    description: form.description ?? "",
    emoji: settingsEmoji(guild, form),
    role_ids: form.role_ids ?? [],
    channel_ids: form.channel_ids ?? [],
  }));
}

interface Sides {
  /** Absent if the guild had no stored onboarding. */
  readonly before: OnboardingRecord | undefined;
  readonly after: OnboardingRecord;
  readonly guildAfter: GuildRecord;
}

/** Logs an entry for each changed prompt, and one for the other fields. */
function log(ctx: Context, actor: PermissionContext, { before, after, guildAfter }: Sides): void {
  const had = before?.prompts ?? [];
  for (const prompt of after.prompts) {
    const existing = had.find(({ id }) => id === prompt.id);
    const by = entryFields(actor.member, prompt.id);
    if (existing === undefined)
      writeAuditLog(ctx, "ONBOARDING_PROMPT_CREATE", { ...by, after: prompt });
    else writeAuditLog(ctx, "ONBOARDING_PROMPT_UPDATE", { ...by, before: existing, after: prompt });
  }
  for (const prompt of had) {
    if (after.prompts.some(({ id }) => id === prompt.id)) continue;
    const by = entryFields(actor.member, prompt.id);
    writeAuditLog(ctx, "ONBOARDING_PROMPT_DELETE", { ...by, before: prompt });
  }
  const shown = (guild: GuildRecord, onboarding: OnboardingRecord) => {
    const { prompts: _prompts, ...rest } = onboardingView(guild, onboarding);
    return rest;
  };
  const by = { ...entryFields(actor.member, actor.guild.id), after: shown(guildAfter, after) };
  if (before === undefined) writeAuditLog(ctx, "ONBOARDING_CREATE", by);
  else writeAuditLog(ctx, "ONBOARDING_UPDATE", { ...by, before: shown(actor.guild, before) });
}
