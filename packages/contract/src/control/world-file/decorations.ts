// Profile decorations that people bought, shown everywhere or in one guild only. Source: machine
// specification.
import { meaning } from "../../schema/references.ts";
import { nullable, object, optional, Snowflake, text, word } from "../../schema/values.ts";

const sku = nullable(meaning(Snowflake, { remembers: "sku" }));

/** The background of a name. */
const Nameplate = object({
  sku_id: sku,
  asset: text(),
  label: text(),
  palette: word([
    "crimson",
    "berry",
    "sky",
    "teal",
    "forest",
    "bubble_gum",
    "violet",
    "cobalt",
    "clover",
    "lemon",
    "white",
    "black",
  ]),
});

/** The decorations of a user or a member. */
export const decorations = {
  avatar_decoration_data: optional(nullable(object({ asset: text(), sku_id: sku }))),
  collectibles: optional(nullable(object({ nameplate: nullable(Nameplate) }))),
};
