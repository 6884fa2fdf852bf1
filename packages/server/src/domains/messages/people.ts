// The users in a message in their present state: the record stores them as they were when it was
// written, but clients take the user objects of a message as the latest.
import type { Message } from "@antechamber/contract/messages";
import type { User } from "@antechamber/contract/users";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { users, userView } from "../users/user.ts";

type Shown = Static<typeof User>;
type WithPeople = Pick<
  Static<typeof Message>,
  "author" | "mentions" | "interaction" | "interaction_metadata"
>;

/** The users in what a message says about the interaction that it answers. */
interface Invoked {
  readonly user?: Shown;
  readonly target_user?: Shown;
  readonly triggering_interaction_metadata?: Invoked;
}

/**
 * A message's view with its users in their present state; deleted users and webhooks stay
 * unchanged.
 */
export async function withPeople<V extends Static<typeof Message>>(
  ctx: ReadContext,
  view: V,
): Promise<V> {
  const now = { ...view, ...(await peopleOf(ctx, view)) };
  const { referenced_message: answered }: { referenced_message?: object | null } = view;
  if (answered === undefined || answered === null) return now;
  const people = await peopleOf(ctx, answered as WithPeople);
  return { ...now, referenced_message: { ...answered, ...people } };
}

async function peopleOf(
  ctx: ReadContext,
  { author, mentions, interaction, interaction_metadata: metadata }: WithPeople,
): Promise<WithPeople> {
  return {
    author: await currentUser(ctx, author),
    mentions: await Promise.all(mentions.map((user) => currentUser(ctx, user))),
    ...definedFields({
      interaction: interaction && (await invokedNow(ctx, interaction)),
      interaction_metadata: metadata && (await invokedNow(ctx, metadata)),
    }),
  };
}

async function invokedNow(ctx: ReadContext, invoked: Invoked): Promise<Invoked> {
  const { user, target_user: target, triggering_interaction_metadata: opening } = invoked;
  return {
    ...invoked,
    ...definedFields({
      user: user && (await currentUser(ctx, user)),
      target_user: target && (await currentUser(ctx, target)),
      triggering_interaction_metadata: opening && (await invokedNow(ctx, opening)),
    }),
  };
}

/** A user as stored in a message, in their present state; a deleted user stays unchanged. */
export async function currentUser(ctx: ReadContext, user: Shown): Promise<Shown> {
  const record = await ctx.tx.get(users, snowflakeKey(user.id));
  return record === undefined ? user : userView(record);
}
