// What a bot can read of a guild, as the API returns it.
import { CommandFailure, exitCodes } from "../../failures.ts";
import type { BotCalls } from "./bot-calls.ts";

/** An object with any fields of the API; those that are used are declared below. */
interface Fields {
  readonly [field: string]: unknown;
}

export interface ApiObject extends Fields {
  readonly id: string;
}

export interface ApiUser extends ApiObject {
  readonly username: string;
  readonly bot?: boolean;
}

export interface ApiApplication extends ApiObject {
  readonly flags?: number;
  readonly owner?: ApiUser;
  /** The team that owns the application; its `owner` is not a person then. */
  readonly team?: object | null;
}

export interface ApiGuild extends ApiObject {
  readonly owner_id: string;
  readonly roles: readonly {
    readonly permissions?: string;
    readonly tags?: { readonly bot_id?: string };
  }[];
}

export interface ApiMember extends Fields {
  readonly user: ApiUser;
}

/** An emoji or a sticker, with the user who added it if the bot may see that. */
export interface ApiExpression extends ApiObject {
  readonly user?: ApiUser;
}

/** A guild with its content, and the application that read it. */
export interface GuildAnswers {
  readonly application: ApiApplication;
  /** The application's bot user. */
  readonly bot: ApiUser;
  readonly guild: ApiGuild;
  readonly channels: readonly ApiObject[];
  readonly emojis: readonly ApiExpression[];
  readonly stickers: readonly ApiExpression[];
  readonly members: readonly ApiMember[];
  /** The guild's owner, who may not be among the members that were read. */
  readonly owner: ApiUser;
  /** The application's global commands and those of the guild, with localizations. */
  readonly commands: readonly ApiObject[];
  readonly commandPermissions: readonly ApiObject[];
  readonly autoModerationRules: readonly ApiObject[];
}

export interface GuildPullOptions {
  readonly guild: string;
  /** False: only the owner and the bot are read. */
  readonly withMembers: boolean;
  /** Called for each part that the bot may not read. */
  readonly note: (line: string) => void;
}

/** The most members on one page. Source: machine specification. */
const MEMBERS_PAGE = 1000;

/** Reads a guild, one call at a time. @throws RestError, CommandFailure */
export async function readGuild(
  calls: BotCalls,
  { guild: id, withMembers, note }: GuildPullOptions,
): Promise<GuildAnswers> {
  const application = await one<ApiApplication>(calls, "/applications/@me");
  const bot = await one<ApiUser>(calls, "/users/@me");
  const place = `/guilds/${id}`;
  const guild = await one<ApiGuild>(calls, place);
  const owner = await one<ApiUser>(calls, `/users/${guild.owner_id}`);
  const own = `/applications/${application.id}`;
  /** A list that the bot may lack a permission for. */
  const listOrNone = async (path: string, needs: string) => {
    const found = await listIfAllowed<ApiObject>(calls, path);
    if (found === undefined) note(`left out, since it needs ${needs}: GET ${path}`);
    return found ?? [];
  };
  const members = withMembers ? await allMembers(calls, place) : [];
  if (members === undefined) {
    note("only the owner and the bot are read: listing members needs the intent GUILD_MEMBERS");
  }
  const scope = "the scope applications.commands";
  return {
    application,
    bot,
    guild,
    owner,
    channels: await list(calls, `${place}/channels`),
    emojis: await list(calls, `${place}/emojis`),
    stickers: await list(calls, `${place}/stickers`),
    members: members?.length ? members : await membersOf(calls, place, [bot.id, owner.id]),
    commands: [
      ...(await list<ApiObject>(calls, `${own}/commands?with_localizations=true`)),
      ...(await listOrNone(`${own}${place}/commands?with_localizations=true`, scope)),
    ],
    commandPermissions: await listOrNone(`${own}${place}/commands/permissions`, scope),
    autoModerationRules: await listOrNone(`${place}/auto-moderation/rules`, "MANAGE_GUILD"),
  };
}

/** Every member; undefined if the bot may not list them. */
async function allMembers(
  calls: BotCalls,
  place: string,
): Promise<readonly ApiMember[] | undefined> {
  const members: ApiMember[] = [];
  for (let after = "0"; ; after = members.at(-1)?.user.id ?? after) {
    const path = `${place}/members?limit=${MEMBERS_PAGE}&after=${after}`;
    const page = await listIfAllowed<ApiMember>(calls, path);
    if (page === undefined) return undefined;
    members.push(...page);
    if (page.length < MEMBERS_PAGE) return members;
  }
}

async function membersOf(
  calls: BotCalls,
  place: string,
  ids: readonly string[],
): Promise<readonly ApiMember[]> {
  const members: ApiMember[] = [];
  for (const id of new Set(ids)) {
    members.push((await calls.get(`${place}/members/${id}`)) as ApiMember);
  }
  return members;
}

async function one<S extends ApiObject>(calls: BotCalls, path: string): Promise<S> {
  const found = await calls.get(path);
  const { id } = (found ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? (found as S) : noAnswerOf(path);
}

async function list<S>(calls: BotCalls, path: string): Promise<readonly S[]> {
  const found = await calls.get(path);
  return Array.isArray(found) ? (found as readonly S[]) : noAnswerOf(path);
}

/** A list; undefined if the bot may not read it. */
async function listIfAllowed<S>(calls: BotCalls, path: string): Promise<readonly S[] | undefined> {
  const found = await calls.getIfAllowed(path);
  if (found === undefined) return undefined;
  return Array.isArray(found) ? (found as readonly S[]) : noAnswerOf(path);
}

/** @throws CommandFailure always */
function noAnswerOf(path: string): never {
  const message = `GET ${path} got an answer that the API does not give: is --from its address?`;
  throw new CommandFailure(message, exitCodes.failed);
}
