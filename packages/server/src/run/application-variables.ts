// Which application a program is, in its environment. One that registers commands or checks
// signatures reads that beside its token; with the values of a `.env` file it would be another.
import type { RunningStart } from "../start.ts";
import type { Variables } from "./bot-tokens.ts";

/** As official samples and frameworks call them. */
const idVariables = [
  "DISCORD_APPLICATION_ID",
  "DISCORD_APP_ID",
  "DISCORD_CLIENT_ID",
  "APP_ID",
  "CLIENT_ID",
] as const;
const keyVariables = ["DISCORD_PUBLIC_KEY", "PUBLIC_KEY"] as const;

/**
 * The usual variables that are not set, with the id and the public key of the application whose
 * token the program has, else of the world's first bot.
 */
export function givenApplication(
  env: Variables,
  bots: RunningStart["bots"],
): Record<string, string> {
  const tokens = new Set(Object.values(env).map((value) => value?.replace(/^Bot /, "")));
  const bot = bots.find(({ token }) => tokens.has(token)) ?? bots[0];
  if (bot === undefined) return {};
  const values = [
    ...idVariables.map((name) => [name, bot.applicationId] as const),
    ...keyVariables.map((name) => [name, bot.verifyKey] as const),
  ];
  return Object.fromEntries(values.filter(([name]) => (env[name] ?? "") === ""));
}
