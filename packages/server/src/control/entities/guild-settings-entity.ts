// Settings of a guild that are stored in records of their own, as its entity is changed.
import type { WorldGuild } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { dropVanityUrl, vanityUrlOf } from "../../domains/invites/vanity-url.ts";
import type { Context } from "../../platform/context.ts";

type GuildForm = Static<typeof WorldGuild>;

/** Deletes the guild's vanity URL if the form has another one or none. */
export async function dropOtherVanityUrl(
  ctx: Context,
  guildId: string,
  { vanity_url_code: code }: GuildForm,
): Promise<void> {
  const vanity = await vanityUrlOf(ctx, guildId);
  if (vanity !== undefined && vanity.code !== code) await dropVanityUrl(ctx, guildId);
}

/** Sets the uses of a changed vanity URL to zero unless the form gives them. */
export function withNewUses(form: GuildForm, stored: GuildForm, changed: GuildForm): GuildForm {
  const isNew = form.vanity_url_code !== stored.vanity_url_code;
  if (!isNew || changed.vanity_url_uses !== undefined) return form;
  return { ...form, vanity_url_uses: 0 };
}
