// Tokens in the environment of a program. One of the platform's own must not be tried out by mistake, so
// that the program gets a token of the world in its place.

/** Where programs look for a bot's token. They get one there, so that no `.env` file brings another. */
const tokenVariables = ["DISCORD_TOKEN", "DISCORD_BOT_TOKEN", "BOT_TOKEN", "TOKEN"] as const;

/** Source: protocol: gateway-oauth-limits 5.11. */
const REAL_TOKEN = /^(Bot )?([A-Za-z0-9_-]{18,30})\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{25,50}$/;

export type Variables = Readonly<Record<string, string | undefined>>;

/** What becomes of one variable. */
export interface ReplacedToken {
  readonly name: string;
  /** Undefined: the world has no token to give, and the variable is taken away. */
  readonly token: string | undefined;
}

/** The id in a token's first part; undefined when it holds none. */
function idIn(head: string): string | undefined {
  const text = Buffer.from(head, "base64url").toString();
  return /^[0-9]{15,20}$/.test(text) ? text : undefined;
}

/** True for what the platform could have given out. */
export function isRealLookingToken(value: string): boolean {
  const [, , head] = REAL_TOKEN.exec(value) ?? [];
  return head !== undefined && idIn(head) !== undefined;
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
    const [, prefix = "", head = ""] = REAL_TOKEN.exec(value) ?? [];
    if (own.has(value.slice(prefix.length)) || !isRealLookingToken(value)) return [];
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
