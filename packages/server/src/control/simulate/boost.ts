// Boosting a guild as a simulated user through the control plane.
import { UnknownMember } from "@antechamber/contract";
import { boostAsUser, stopBoosting } from "@antechamber/contract/control";
import { ApiError } from "../../platform/api-error.ts";
import type { Context } from "../../platform/context.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { boostsOf, changeBoosts, type Boosted } from "../../domains/guilds/boosts/boosts.ts";
import { memberOf } from "../../domains/guilds/operations.ts";
import { referencedGuild } from "../../domains/guilds/references.ts";
import { postBoostMessage } from "../../domains/messages/greetings.ts";
import { actingUser } from "../../domains/users/acting-user.ts";

/** A member with their guild. @throws UnknownUser, BotsNotAllowed, UnknownGuild, UnknownMember */
async function boosterAt(ctx: Context, named: { readonly user: string; readonly guild: string }) {
  const user = await actingUser(ctx, named.user);
  const guild = await referencedGuild(ctx, { text: named.guild, path: ["guild"] });
  const member = await memberOf(ctx, guild.id, user.id);
  if (member === undefined) throw new ApiError(UnknownMember);
  return { guild, member };
}

function boostsView({ guild, member }: Pick<Boosted, "guild" | "member">) {
  const { premium_subscription_count, premium_tier } = guild;
  const { premium_since } = member;
  return { boosts: boostsOf(member), premium_since, premium_subscription_count, premium_tier };
}

export const simulatedBoostHandlers: readonly Binding[] = [
  handle(boostAsUser, async (ctx, { params, body }) => {
    const { guild: named, count = 1 } = body();
    const at = await boosterAt(ctx, { user: params.user, guild: named });
    const boosted = await changeBoosts(ctx, { ...at, by: count });
    const added = boostsOf(boosted.member) - boostsOf(at.member);
    if (added > 0) await postBoostMessage(ctx, boosted, added);
    return reply(200, boostsView(boosted));
  }),

  handle(stopBoosting, async (ctx, { params }) => {
    const at = await boosterAt(ctx, params);
    return reply(200, boostsView(await changeBoosts(ctx, { ...at, by: -boostsOf(at.member) })));
  }),
];
