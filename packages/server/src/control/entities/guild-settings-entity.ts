// The settings of a guild that stand in records of their own, as its entity is changed.
import type { WorldGuild } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { dropVanityUrl, vanityUrlOf } from "../../domains/invites/vanity-url.ts";
import type { Context } from "../../platform/context.ts";

type GuildForm = Static<typeof WorldGuild>;

/** A vanity URL that the guild has no more goes. */
export async function dropOtherVanityUrl(
  ctx: Context,
  guildId: string,
  { vanity_url_code: code }: GuildForm,
): Promise<void> {
  const vanity = await vanityUrlOf(ctx, guildId);
  if (vanity !== undefined && vanity.code !== code) await dropVanityUrl(ctx, guildId);
}

/** The form with no uses of a vanity URL that is new. */
export function withNewUses(given: GuildForm, shown: GuildForm, changed: GuildForm): GuildForm {
  const isNew = given.vanity_url_code !== shown.vanity_url_code;
  if (!isNew || changed.vanity_url_uses !== undefined) return given;
  return { ...given, vanity_url_uses: 0 };
}
