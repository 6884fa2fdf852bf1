// Replaces tokens in the environment of a program. A real token of the platform must not be used by
// mistake, so the program gets a token of the world instead.
import { realTokenParts } from "../platform/formats/real-tokens.ts";

/**
 * Variables in which programs look for a bot token. They are set, so that no `.env` file supplies
 * another token.
 */
const tokenVariables = [
  "DISCORD_TOKEN",
  "DISCORD_BOT_TOKEN",
  "BOT_TOKEN",
  "TOKEN",
  "token",
] as const;

export type Variables = Readonly<Record<string, string | undefined>>;

/** A variable whose token is replaced. */
export interface ReplacedToken {
  readonly name: string;
  /** The token to use; undefined if the world has none, and the variable is removed. */
  readonly token: string | undefined;
}

/**
 * The real tokens in an environment, each with its replacement: the token of the same application
 * where the world has it, else that of its first bot.
 *
 * @param worldTokens the tokens of the world's bots
 */
export function replacedTokens(env: Variables, worldTokens: readonly string[]): ReplacedToken[] {
  const own = new Set(worldTokens);
  return Object.entries(env).flatMap(([name, value = ""]) => {
    const parts = realTokenParts(value);
    if (parts === undefined || own.has(value.slice(parts.prefix.length))) return [];
    const { prefix, head } = parts;
    const same = worldTokens.find((token) => token.startsWith(`${head}.`));
    const token = same ?? worldTokens[0];
    return [{ name, token: token === undefined ? undefined : prefix + token }];
  });
}

/** The usual variables that are not set, with the first bot's token. */
export function defaultTokens(
  env: Variables,
  worldTokens: readonly string[],
): Record<string, string> {
  const [token] = worldTokens;
  if (token === undefined) return {};
  const missing = tokenVariables.filter((name) => (env[name] ?? "") === "");
  return Object.fromEntries(missing.map((name) => [name, token]));
}

/**
 * What to tell people whose program used a token that no bot of the world has.
 *
 * @param worldTokens the tokens of the world's bots; none where the world was loaded earlier
 */
export function unknownTokenLine(worldTokens: readonly string[]): string {
  const [token] = worldTokens;
  const advice =
    token === undefined ? "give it a token of the world" : `give it the world's token ${token}`;
  return `refused: a bot token that the world does not have. A token in code or in a file is not replaced: ${advice}`;
}
