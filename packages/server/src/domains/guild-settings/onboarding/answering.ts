// The roles that members get by their onboarding answers. Source: protocol: guild-settings 4.4.
import { invalidForm } from "../../../platform/api-error.ts";
import type { Context } from "../../../platform/context.ts";
import { emitMemberChange } from "../../guilds/events.ts";
import { members, roles, type MemberRecord } from "../../guilds/guild.ts";
import { withPrefix } from "../../../platform/records/compound-keys.ts";
import type { OnboardingRecord, OptionRecord, PromptRecord } from "./onboarding.ts";

/** Flags of members who have started onboarding, and of those who have completed it. */
const STARTED = 8;
const COMPLETED = 2;

/**
 * Gives a member the roles of the options that they chose, and removes those of earlier options.
 *
 * @param chosen options by their ids or titles
 * @throws InvalidForm for unknown options, too many options of a prompt, or none of a required one
 */
export async function giveAnswers(
  ctx: Context,
  member: MemberRecord,
  {
    onboarding,
    chosen,
  }: { readonly onboarding: OnboardingRecord; readonly chosen: readonly string[] },
): Promise<MemberRecord> {
  const options = chosenOptions(onboarding, chosen);
  requireAnswers(onboarding.prompts, options);
  const ids = options.map(({ id }) => id);
  const former = allOptions(onboarding).filter(({ id }) =>
    (member.onboardingResponses ?? []).includes(id),
  );
  const there = new Set(
    (await ctx.tx.find(roles, withPrefix(member.guild_id))).map(({ id }) => id),
  );
  const grantedRoles = new Set(
    options.flatMap(({ role_ids }) => role_ids).filter((id) => there.has(id)),
  );
  const revoked = former.flatMap(({ role_ids }) => role_ids).filter((id) => !grantedRoles.has(id));
  const remaining = member.roles.filter((id) => !revoked.includes(id));
  const after: MemberRecord = {
    ...member,
    roles: [...new Set([...remaining, ...grantedRoles])],
    flags: member.flags | STARTED | COMPLETED,
    onboardingResponses: ids,
  };
  ctx.tx.put(members, after);
  if (after.flags !== member.flags || after.roles.join() !== member.roles.join()) {
    await emitMemberChange(ctx, after);
  }
  return after;
}

function allOptions({ prompts }: OnboardingRecord): readonly OptionRecord[] {
  return prompts.flatMap(({ options }) => options);
}

function chosenOptions(
  onboarding: OnboardingRecord,
  chosen: readonly string[],
): readonly OptionRecord[] {
  const all = allOptions(onboarding);
  const found = chosen.map((text, i) => {
    const option = all.find(({ id }) => id === text) ?? all.find(({ title }) => title === text);
    if (option !== undefined) return option;
    const message = `No option is named ${text}`;
    throw invalidForm({ path: ["options", i], code: "BASE_TYPE_CHOICES", message });
  });
  return [...new Set(found)];
}

function requireAnswers(prompts: readonly PromptRecord[], chosen: readonly OptionRecord[]): void {
  for (const { title, options, single_select, required, in_onboarding } of prompts) {
    const count = options.filter((each) => chosen.includes(each)).length;
    const refuse = (code: string, message: string) => {
      throw invalidForm({ path: ["options"], code, message });
    };
    if (single_select && count > 1) {
      refuse("BASE_TYPE_MAX_LENGTH", `One option alone answers: ${title}`);
    }
    if (required && in_onboarding && count === 0)
      refuse("BASE_TYPE_REQUIRED", `An option must answer: ${title}`);
  }
}
