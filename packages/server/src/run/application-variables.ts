// The environment variables that identify the program's application. Programs that register
// commands or verify signatures read them along with the token; values from a `.env` file would
// name another application.
import type { RunningStart } from "../start/start.ts";
import type { Variables } from "./bot-tokens.ts";

/** The names that official samples and frameworks use. */
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
 * token is in the environment, else of the world's first bot.
 */
export function applicationVariables(
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
