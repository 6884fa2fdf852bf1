// `antechamber world pull`: writes a guild of the platform as a world file, so that tests have its
// roles, overwrites, members and commands.
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { RestError } from "@antechamber/sdk/control";
import { withChoice, type Act } from "../../acting.ts";
import type { ClientDeps } from "../../deps.ts";
import { CommandFailure, exitCodes, wrongUsage } from "../../failures.ts";
import type { Session } from "../../session.ts";
import { BotCalls } from "./bot-calls.ts";
import { readGuild } from "./guild-answers.ts";

const PLATFORM = "https://discord.com/api/v10";
const TOKEN_VARIABLE = "DISCORD_TOKEN";

export function addPull(world: Command, act: Act): void {
  const command = world
    .command("pull")
    .description("Write a world file of a guild, read from the platform with your bot's token")
    .argument("<guild>", "id of the guild")
    .option("--from <api>", `address of the API to read (default: ${PLATFORM})`)
    .option(
      "--token-file <file>",
      `file that holds the bot's token, - for stdin (default: the variable ${TOKEN_VARIABLE})`,
    );
  withChoice(command, "--without <part>", "members: read only the owner and the bot", ["members"]);
  withChoice(command, "--format <format>", "default: yaml", ["yaml", "json"]);
  act(command, pull);
}

interface Pulling {
  readonly from?: string;
  readonly tokenFile?: string;
  readonly without?: "members";
  readonly format?: "yaml" | "json";
}

async function pull(session: Session, options: Pulling, guild = ""): Promise<void> {
  const { deps, out } = session;
  const { from = PLATFORM, without, format = "yaml" } = options;
  if (!/^\d{17,19}$/.test(guild)) wrongUsage(`"${guild}" is not the id of a guild`);
  const api = apiAddress(from);
  const note = (line: string) => out.note(line);
  const token = await tokenFrom(deps, options.tokenFile);
  const calls = new BotCalls({ api, token, version: deps.version, note });
  const request = { guild, withMembers: without === undefined, note };
  const answers = await readGuild(calls, request).catch((error: unknown) =>
    throwRefusal(error, api),
  );
  const { world, leftOut } = await deps.worldFiles.pulled(answers);
  for (const line of leftOut) note(`left out: ${line}`);
  if (out.isJson) out.show(world, () => []);
  else if (format === "json") out.document(JSON.stringify(world, undefined, 2));
  else out.document(await deps.worldFiles.yaml(world, session.url));
}

function apiAddress(from: string): string {
  const isAddress = URL.canParse(from) && /^https?:$/.test(new URL(from).protocol);
  return isAddress
    ? from.replace(/\/+$/, "")
    : wrongUsage(`--from: "${from}" is not an address such as ${PLATFORM}`);
}

/** @throws CommandFailure where there is no token, or one that is not valid in a header */
async function tokenFrom({ env, input }: ClientDeps, file?: string): Promise<string> {
  const text = file === undefined ? (env[TOKEN_VARIABLE] ?? "") : await textOf(file, input);
  const token = text.trim().replace(/^Bot\s+/, "");
  const where = file === undefined ? TOKEN_VARIABLE : `--token-file ${file}`;
  if (token === "") wrongUsage(`${where}: this needs the token of a bot that is in the guild`);
  if (!/^[!-~]+$/.test(token)) wrongUsage(`${where}: this is not a token`);
  return token;
}

async function textOf(file: string, input: ClientDeps["input"]): Promise<string> {
  if (file === "-") return input();
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    return wrongUsage(`--token-file: cannot read it: ${(error as Error).message}`);
  }
}

/** @throws CommandFailure with the API's refusal */
function throwRefusal(error: unknown, api: string): never {
  if (!(error instanceof RestError)) throw error;
  const { status, code, message } = error;
  const numbers = code === 0 ? `${status}` : `${status}, code ${code}`;
  const hint = status === 401 ? ": is that the token of a bot?" : "";
  throw new CommandFailure(`${api} refused (${numbers}): ${message}${hint}`, exitCodes.refused);
}
