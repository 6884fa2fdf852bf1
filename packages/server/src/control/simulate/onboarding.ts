// Answering a guild's onboarding as a simulated user through the control plane.
import { UnknownMember } from "@antechamber/contract";
import { answerOnboarding, OnboardingOff } from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { memberView } from "../../domains/guilds/guild.ts";
import { memberOf } from "../../domains/guilds/operations.ts";
import { referencedGuild } from "../../domains/guilds/references.ts";
import { giveAnswers } from "../../domains/guild-settings/onboarding/answering.ts";
import {
  isOnboarding,
  storedOnboarding,
} from "../../domains/guild-settings/onboarding/onboarding.ts";
import { actingUser } from "../../domains/users/acting-user.ts";

export const onboardingHandlers: readonly Binding[] = [
  handle(answerOnboarding, async (ctx, { params, body }) => {
    const user = await actingUser(ctx, params.user);
    const { guild: named, options: chosen } = body();
    const guild = await referencedGuild(ctx, { text: named, path: ["guild"] });
    const member = await memberOf(ctx, guild.id, user.id);
    if (member === undefined) throw new ApiError(UnknownMember);
    const onboarding = await storedOnboarding(ctx, guild.id);
    if (onboarding === undefined || !isOnboarding(guild)) throw new ApiError(OnboardingOff);
    const after = await giveAnswers(ctx, member, { onboarding, chosen });
    return reply(200, memberView(after, user));
  }),
];
