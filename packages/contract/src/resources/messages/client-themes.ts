// Client themes, which a message offers to others. Source: the reference's public page on messages,
// Shared Client Theme Object; machine specification.
import { choice, integer, list, object, optional, text } from "../../schema/values.ts";

/** None, dark, light, darker, midnight. */
const baseThemes = [0, 1, 2, 3, 4] as const;

const colours = {
  /** Six hexadecimal digits each. */
  colors: list(text({ min: 6, max: 6, pattern: "^[0-9A-Fa-f]{6}$" }), { min: 1, max: 5 }),
  gradient_angle: integer({ min: 0, max: 360 }),
  base_mix: integer({ min: 0, max: 100 }),
};

/** A theme as a sender writes it; the base theme is optional. */
export const SharedClientThemeDraft = object({
  ...colours,
  base_theme: optional(choice(baseThemes)),
});

export const SharedClientTheme = object({ ...colours, base_theme: choice(baseThemes) });
