// Tokens in the environment of a program. One of the platform's own must not be tried out by mistake, so
// that the program gets a token of the world in its place.
import { realTokenParts } from "../platform/formats/real-tokens.ts";

/** Where programs look for a bot's token. They get one there, so that no `.env` file brings another. */
const tokenVariables = ["DISCORD_TOKEN", "DISCORD_BOT_TOKEN", "BOT_TOKEN", "TOKEN"] as const;

export type Variables = Readonly<Record<string, string | undefined>>;

/** What becomes of one variable. */
export interface ReplacedToken {
  readonly name: string;
  /** Undefined: the world has no token to give, and the variable is taken away. */
  readonly token: string | undefined;
}

/**
 * The tokens of an environment that must not be used, each with the one to use: that of the same
 * application where the world has it, else that of its first bot.
 *
 * @param worldTokens those of the world's bots
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
export function givenTokens(
  env: Variables,
  worldTokens: readonly string[],
): Record<string, string> {
  const [token] = worldTokens;
  if (token === undefined) return {};
  const missing = tokenVariables.filter((name) => (env[name] ?? "") === "");
  return Object.fromEntries(missing.map((name) => [name, token]));
}
