// The command handlers on a store in memory, with an application that is installed in guilds.
import type { EndpointDeclaration } from "@antechamber/contract";
import {
  createGlobalCommand,
  createGuildCommand,
  deleteGlobalCommand,
  deleteGuildCommand,
  editGlobalCommand,
  editGuildCommand,
  getGlobalCommand,
  getGuildCommand,
  listGlobalCommands,
  listGuildCommands,
  overwriteGlobalCommands,
  overwriteGuildCommands,
  type Command,
} from "@antechamber/contract/commands";
import type { IssueTree, Static } from "@antechamber/contract/schema";
import type { Caller } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import {
  applications,
  flagBits,
  type ApplicationRecord,
} from "../../domains/applications/application.ts";
import { guildInstalls } from "../../domains/applications/installs.ts";
import type { CommandScope } from "../../domains/commands/command.ts";
import { commandHandlers } from "../../domains/commands/handlers.ts";
import { openHandlerCalls, type HandlerCalls } from "./handler-calls.ts";
import { anApplication } from "../records.ts";

export const ids = {
  application: "200000000000000001",
  other: "200000000000000002",
  guild: "300000000000000001",
  /** A guild in which the application is installed without commands. */
  closedGuild: "300000000000000002",
  /** A guild in which the application is installed without a bot. */
  botlessGuild: "300000000000000003",
  nobodysGuild: "300000000000000009",
} as const;

export const asBot: Caller = { kind: "bot", application_id: ids.application };
export const asOtherBot: Caller = { kind: "bot", application_id: ids.other };

/** A client credentials token of the application, or with `userId` that user's token for it. */
export function asBearer(userId?: string): Caller {
  return {
    kind: "bearer",
    application_id: ids.application,
    user_id: userId,
    scopes: new Set(["applications.commands.update"]),
  };
}

/** An application that supports all kinds of installation, and is an Activity. */
function concierge(more: Partial<ApplicationRecord> = {}): ApplicationRecord {
  return anApplication(ids.application, {
    name: "Concierge",
    owner_id: "100000000000000001",
    flags_new: flagBits(["EMBEDDED"]).toString(),
    integration_types: [0, 1],
    ...more,
  });
}

export function globalPlace(more: Partial<ApplicationRecord> = {}): CommandScope {
  return { application: concierge(more), guildId: undefined };
}

export function guildPlace(more: Partial<ApplicationRecord> = {}): CommandScope {
  return { application: concierge(more), guildId: ids.guild };
}

type CommandView = Static<typeof Command>;

/** The fields in the body of a refusal, all absent in a success. */
interface Refusal {
  readonly code?: number;
  readonly errors?: IssueTree;
}

/** A response whose body is that of a success or of a refusal. */
export interface Answered<Body> {
  readonly status: number;
  readonly body: Body & Refusal;
}

export type CommandAnswer = Answered<CommandView>;
export type CommandListAnswer = Answered<readonly CommandView[]>;

/** How a call differs from the default one by the application's bot. */
export interface CallOverrides {
  readonly as?: Caller;
  readonly application?: string;
  readonly guild?: string;
  readonly query?: object;
  readonly locale?: string;
}

/** The calls for the commands of one guild, or the global ones. */
export interface CommandCalls {
  list(more?: CallOverrides): Promise<CommandListAnswer>;
  create(body: unknown, more?: CallOverrides): Promise<CommandAnswer>;
  overwrite(body: unknown, more?: CallOverrides): Promise<CommandListAnswer>;
  get(id: string, more?: CallOverrides): Promise<CommandAnswer>;
  edit(id: string, body: unknown, more?: CallOverrides): Promise<CommandAnswer>;
  remove(id: string, more?: CallOverrides): Promise<CommandAnswer>;
}

type Action = keyof CommandCalls;

const globalEndpoints: Readonly<Record<Action, EndpointDeclaration>> = {
  list: listGlobalCommands,
  create: createGlobalCommand,
  overwrite: overwriteGlobalCommands,
  get: getGlobalCommand,
  edit: editGlobalCommand,
  remove: deleteGlobalCommand,
};

const guildEndpoints: typeof globalEndpoints = {
  list: listGuildCommands,
  create: createGuildCommand,
  overwrite: overwriteGuildCommands,
  get: getGuildCommand,
  edit: editGuildCommand,
  remove: deleteGuildCommand,
};

function callsOf(calls: HandlerCalls, endpoints: typeof globalEndpoints): CommandCalls {
  const isGlobal = endpoints === globalEndpoints;
  async function call<Body>(
    action: Action,
    request: { readonly id?: string; readonly body?: unknown },
    more: CallOverrides = {},
  ): Promise<Answered<Body>> {
    const answer = await calls.call(endpoints[action], {
      as: more.as ?? asBot,
      params: {
        application_id: more.application ?? ids.application,
        ...(isGlobal ? {} : { guild_id: more.guild ?? ids.guild }),
        ...definedFields({ command_id: request.id }),
      },
      query: more.query ?? {},
      body: request.body,
      ...definedFields({ locale: more.locale }),
    });
    return answer;
  }
  return {
    list: (more) => call("list", {}, more),
    create: (body, more) => call("create", { body }, more),
    overwrite: (body, more) => call("overwrite", { body }, more),
    get: (id, more) => call("get", { id }, more),
    edit: (id, body, more) => call("edit", { id, body }, more),
    remove: (id, more) => call("remove", { id }, more),
  };
}

/** The issues of a refusal as lines: `0.name: APPLICATION_COMMAND_INVALID_NAME`. */
export function issuesIn({ body }: Answered<unknown>): string[] {
  return linesOf(body.errors ?? {}, "");
}

function linesOf(tree: IssueTree, place: string): string[] {
  return Object.entries(tree).flatMap(([field, below]) =>
    Array.isArray(below)
      ? below.map(({ code }) => `${place}: ${code}`)
      : linesOf(below, place === "" ? field : `${place}.${field}`),
  );
}

/** A slash command that is valid by default. */
export function slash(more: object = {}) {
  return { name: "ping", description: "Pong", ...more };
}

/** Opens the handlers; `more` overrides fields of the application. */
export async function openCommandCalls(
  more: Partial<ApplicationRecord> = {},
): Promise<HandlerCalls & { readonly global: CommandCalls; readonly guild: CommandCalls }> {
  const calls = await openHandlerCalls(commandHandlers);
  const install = (guildId: string, scopes: readonly string[]) => ({
    guild_id: guildId,
    application_id: ids.application,
    scopes,
    permissions: "0",
    installed_by: "100000000000000001",
  });
  await calls.seed((tx) => {
    tx.put(applications, concierge(more));
    tx.put(applications, concierge({ id: ids.other, flags_new: "0" }));
    tx.put(guildInstalls, install(ids.guild, ["bot"]));
    tx.put(guildInstalls, install(ids.closedGuild, ["webhook.incoming"]));
    tx.put(guildInstalls, install(ids.botlessGuild, ["applications.commands"]));
  });
  const global = callsOf(calls, globalEndpoints);
  return { ...calls, global, guild: callsOf(calls, guildEndpoints) };
}
