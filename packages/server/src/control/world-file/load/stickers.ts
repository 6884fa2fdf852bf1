// Stickers of a guild, with the users who added them and their files.
import { WorldSticker, type WorldGuild } from "@antechamber/contract/control";
import { StickerFormat, StickerType } from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { stickerOrigins, type StickerEntry } from "../../../domains/guilds/stickers/sticker.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { checkDerived } from "../derived-fields.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { adderId } from "../people.ts";
import type { WorldBuilder } from "../world-builder.ts";
import { forEachEntry } from "./placed-entries.ts";

/** Loads the stickers. @returns them as the guild's record holds them */
export function loadStickers(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { stickers: entries }: Static<typeof WorldGuild>,
): StickerEntry[] {
  const stickers: StickerEntry[] = [];
  forEachEntry(entries, [...guild.place, "stickers"], ({ entry, place }) => {
    const { id: givenId, image, name, tags = name, description = null } = entry;
    const { format_type = StickerFormat.PNG, available = true } = entry;
    const id = builder.id("sticker", givenId, [...place, "id"]);
    const found = builder.resolved(WorldSticker, { entry, place });
    checkDerived(builder, [...place, "guild_id"], { given: found.guild_id, own: guild.id });
    const user_id = adderId(found.user, guild);
    const origin = { id, guild_id: guild.id, ...definedFields({ user_id, image }) };
    builder.put(stickerOrigins, origin);
    const words = { id, name, tags, description };
    stickers.push({
      ...words,
      format_type,
      type: StickerType.GUILD,
      available,
      guild_id: guild.id,
    });
  });
  return stickers;
}
