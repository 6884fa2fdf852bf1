// Interaction tokens: their format, and the interaction id in them.
// Source: protocol: commands-and-interactions 5.1.
import { alphanumeric, type Random } from "../../platform/random.ts";

/**
 * Makes tokens about 200 characters long, as clients expect of interaction tokens. Source:
 * gateway-oauth-limits 4.12.
 */
const TOKEN_CHANCE_LENGTH = 118;

/** A new token: unpadded base64 of `interaction:<id>:<letters and digits>`. */
export function newInteractionToken(id: string, random: Random): string {
  const text = `interaction:${id}:${alphanumeric(random, TOKEN_CHANCE_LENGTH)}`;
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const TOKEN_FORM = /^interaction:(\d{1,20}):/;

/** The interaction id in a token; undefined for other texts. */
export function interactionIdIn(token: string): string | undefined {
  const [, id] = TOKEN_FORM.exec(Buffer.from(token, "base64url").toString("latin1")) ?? [];
  return id;
}
