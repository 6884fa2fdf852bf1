// Which messages an application may read the text of. Source: protocol: gateway-oauth-limits 4.5.
import { ageKey } from "@antechamber/contract";
import type { ReadContext } from "../../platform/context.ts";
import { applications, hasFlag, type ApplicationRecord } from "../applications/application.ts";
import type { UserRecord } from "../users/user.ts";
import type { MessageRecord } from "./message.ts";

/** True for an application that has the intent for what others write. */
export function readsContent(application: ApplicationRecord): boolean {
  return (
    hasFlag(application, "GATEWAY_MESSAGE_CONTENT") ||
    hasFlag(application, "GATEWAY_MESSAGE_CONTENT_LIMITED")
  );
}

/**
 * True when somebody may read what a message says. People may read what they see; bots without the
 * intent what is their own, mentions them, or was written to them alone.
 */
export async function mayReadContent(
  ctx: ReadContext,
  user: UserRecord,
  { guild_id, author, mentions }: MessageRecord,
): Promise<boolean> {
  if (user.bot !== true || guild_id === undefined || author.id === user.id) return true;
  if (mentions.some(({ id }) => id === user.id)) return true;
  const application = await ctx.tx.get(applications, ageKey(user.id));
  return application !== undefined && readsContent(application);
}
