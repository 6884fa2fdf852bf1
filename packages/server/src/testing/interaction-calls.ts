// The interaction handlers on a store in memory: a guild with a bot, people, and commands to invoke.
import {
  answerInteraction,
  createFollowUp,
  createInteraction,
  deleteOriginalResponse,
  editOriginalResponse,
  formReader,
  getOriginalResponse,
  invokeCommand,
  projection,
  type Interaction,
  type InvocationOutcome,
  type PermissionName,
  type simulationEndpoints,
  type Static,
} from "@antechamber/contract";
import { applications, type ApplicationRecord } from "../domains/applications/application.ts";
import { guildInstalls, userInstalls } from "../domains/applications/installs.ts";
import { commands, type CommandRecord } from "../domains/commands/command.ts";
import { commandPermissions } from "../domains/commands/command-permissions.ts";
import { channels, guilds, members, roles } from "../domains/guilds/guild.ts";
import { interactionHandlers } from "../domains/interactions/handlers.ts";
import { interactions } from "../domains/interactions/interaction.ts";
import { invokeHandlers } from "../domains/interactions/invoke.ts";
import { interactionJobs } from "../domains/interactions/jobs.ts";
import { simulatedComponentHandlers } from "../domains/interactions/simulated-components.ts";
import { attachments, fileBytes } from "../domains/messages/attachment.ts";
import { messageJobs } from "../domains/messages/jobs.ts";
import { messages } from "../domains/messages/message.ts";
import { users } from "../domains/users/user.ts";
import { ApiError, invalidForm } from "../platform/api-error.ts";
import type { Caller } from "../platform/context.ts";
import type { Writer } from "../platform/store.ts";
import { openHandlerCalls, type Answered, type HandlerCalls } from "./handler-calls.ts";
import { aChannel, aGuild, aMember, anApplication, aRole, aUser } from "./records.ts";

export const ids = {
  alice: "100000000000000001",
  bob: "100000000000000002",
  /** In no guild. */
  carol: "100000000000000003",
  application: "200000000000000001",
  guild: "300000000000000001",
  mods: "300000000000000011",
  general: "300000000000000021",
  /** Hidden from everyone but the owner. */
  hidden: "300000000000000022",
  /** A direct message of bob and the bot. */
  direct: "300000000000000031",
  ping: "400000000000000001",
  permissions: "400000000000000002",
  highFive: "400000000000000003",
  report: "400000000000000004",
} as const;

export const asBob: Caller = { kind: "user", user_id: ids.bob };
export const asCarol: Caller = { kind: "user", user_id: ids.carol };
const nobody: Caller = { kind: "nobody" };

export function aCommand(
  id: string,
  more: Partial<CommandRecord> & { name: string },
): CommandRecord {
  return {
    id,
    application_id: ids.application,
    version: `${id.slice(0, -2)}99`,
    type: 1,
    name_localizations: null,
    description: "a command",
    description_localizations: null,
    default_member_permissions: null,
    nsfw: false,
    dm_permission: true,
    contexts: null,
    integration_types: [0],
    ...more,
  };
}

const texts = { name_localizations: null, description: "x", description_localizations: null };

const everyCommand: readonly CommandRecord[] = [
  aCommand(ids.ping, {
    name: "ping",
    options: [
      { ...texts, type: 3, name: "text" },
      { ...texts, type: 9, name: "who" },
      { ...texts, type: 7, name: "where", channel_types: [0] },
    ],
  }),
  aCommand(ids.permissions, {
    name: "permissions",
    options: [
      {
        ...texts,
        type: 2,
        name: "user",
        options: [
          {
            ...texts,
            type: 1,
            name: "add",
            options: [{ ...texts, type: 6, name: "user", required: true }],
          },
        ],
      },
    ],
  }),
  aCommand(ids.highFive, { name: "High Five", type: 2, description: "" }),
  aCommand(ids.report, { name: "Report", type: 3, description: "" }),
];

export interface Situation {
  /** What everyone in the guild may do. */
  readonly granted?: readonly PermissionName[];
  readonly application?: Partial<ApplicationRecord>;
  /** Commands instead of the usual ones. */
  readonly commands?: readonly CommandRecord[];
  /** False: the application is in no guild. */
  readonly isInGuild?: boolean;
  readonly more?: (tx: Writer) => void;
}

const everyonesRights: readonly PermissionName[] = [
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "USE_APPLICATION_COMMANDS",
  "READ_MESSAGE_HISTORY",
];

function fill(tx: Writer, situation: Situation): void {
  const { granted = everyonesRights, isInGuild = true } = situation;
  const guild_id = ids.guild;
  tx.put(users, aUser(ids.alice, { username: "alice" }));
  tx.put(users, aUser(ids.bob, { username: "bob", locale: "de" }));
  tx.put(users, aUser(ids.carol, { username: "carol" }));
  tx.put(users, aUser(ids.application, { username: "Concierge", bot: true }));
  const about = { name: "Concierge", owner_id: ids.alice, ...situation.application };
  tx.put(applications, anApplication(ids.application, about));
  tx.put(guilds, aGuild(guild_id, { name: "Home", owner_id: ids.alice, preferred_locale: "fr" }));
  tx.put(roles, aRole({ guild_id, id: guild_id }, ...granted));
  tx.put(roles, { ...aRole({ guild_id, id: ids.mods }), name: "mods", mentionable: true });
  tx.put(channels, aChannel(ids.general, { guild_id, name: "general" }));
  const deny = { id: guild_id, type: 0, allow: "0", deny: "1024" } as const;
  const overwrites = { permission_overwrites: [deny] };
  tx.put(channels, aChannel(ids.hidden, { guild_id, name: "hidden", ...overwrites }));
  const recipientIds = [ids.bob, ids.application];
  tx.put(channels, { id: ids.direct, type: 1, flags: 0, last_message_id: null, recipientIds });
  for (const user_id of [ids.alice, ids.bob]) tx.put(members, aMember({ guild_id, user_id }));
  if (isInGuild) {
    tx.put(members, aMember({ guild_id, user_id: ids.application }));
    const scopes = ["bot", "applications.commands"];
    const install = { guild_id, application_id: ids.application, scopes };
    tx.put(guildInstalls, { ...install, permissions: "0", installed_by: ids.alice });
  }
  for (const command of situation.commands ?? everyCommand) tx.put(commands, command);
  situation.more?.(tx);
}

type Payload = Static<typeof Interaction>;
type AnyAnswer = Promise<Answered<unknown>>;
type Outcome = Static<typeof InvocationOutcome>;
type Simulation = (typeof simulationEndpoints)[number];

export interface InteractionCalls extends HandlerCalls {
  /** Posts an interaction as a user; the id is ping's unless the data says otherwise. */
  readonly send: (data?: object, more?: { as?: Caller; body?: object }) => AnyAnswer;
  /** What the application was sent last. */
  readonly received: () => Promise<Payload>;
  /** Sends a ping and gives what the application received. */
  readonly aPing: (more?: { as?: Caller; body?: object }) => Promise<Payload>;
  readonly callback: (
    interaction: Pick<Payload, "id" | "token">,
    body: unknown,
    query?: object,
  ) => AnyAnswer;
  readonly original: (interaction: Payload) => AnyAnswer;
  readonly editOriginal: (interaction: Payload, body: unknown) => AnyAnswer;
  readonly deleteOriginal: (interaction: Payload) => AnyAnswer;
  readonly followUp: (interaction: Payload, body: unknown) => AnyAnswer;
  /** Acts as a user through the control plane. */
  readonly act: (endpoint: Simulation, user: string, body: object) => Promise<Outcome>;
  /** Invokes through the control plane. */
  readonly invoke: (user: string, body: object) => Promise<Outcome>;
}

const tables = [
  users,
  applications,
  guildInstalls,
  userInstalls,
  guilds,
  roles,
  channels,
  members,
  messages,
  commands,
  commandPermissions,
  interactions,
  attachments,
  fileBytes,
];

/** Opens the handlers in a situation. */
export async function openInteractionCalls(situation: Situation = {}): Promise<InteractionCalls> {
  const jobKinds = [...interactionJobs, ...messageJobs];
  const calls = await openHandlerCalls(interactionHandlers, tables, jobKinds);
  await calls.seed((tx) => fill(tx, situation));
  return {
    ...calls,
    ...userCalls(calls),
    ...applicationCalls(calls),
    act: (endpoint, user, form) => act(calls, endpoint, { user, form }),
    invoke: (user, form) => act(calls, invokeCommand, { user, form }),
  };
}

function userCalls(calls: HandlerCalls): Pick<InteractionCalls, "send" | "received" | "aPing"> {
  const place = { application_id: ids.application, guild_id: ids.guild, channel_id: ids.general };
  const send: InteractionCalls["send"] = (data = {}, { as = asBob, body = {} } = {}) =>
    calls.call(createInteraction, {
      as,
      body: { type: 2, ...place, data: { id: ids.ping, ...data }, ...body },
    });
  const received = async () => {
    const facts = await calls.store.log.read(undefined, 10_000);
    const sent = facts.filter((fact) => fact.scope.kind === "application").at(-1);
    if (sent === undefined) throw new Error("the application was sent nothing");
    return sent.payload as Payload;
  };
  return {
    send,
    received,
    async aPing(more) {
      const { status, body } = await send({}, more);
      if (status !== 204) throw new Error(`refused: ${JSON.stringify(body)}`);
      return received();
    },
  };
}

function applicationCalls({ call }: HandlerCalls) {
  const asked = ({ application_id, token }: Payload) => ({
    as: nobody,
    params: { application_id, interaction_token: token },
  });
  return {
    callback: ({ id, token }: Pick<Payload, "id" | "token">, body: unknown, query: object = {}) =>
      call(answerInteraction, {
        as: nobody,
        params: { interaction_id: id, interaction_token: token },
        query,
        body,
      }),
    original: (at: Payload) => call(getOriginalResponse, asked(at)),
    editOriginal: (at: Payload, body: unknown) =>
      call(editOriginalResponse, { ...asked(at), body }),
    deleteOriginal: (at: Payload) => call(deleteOriginalResponse, asked(at)),
    followUp: (at: Payload, body: unknown) => call(createFollowUp, { ...asked(at), body }),
  };
}

/** Runs a handler that waits; a refusal is thrown as it is. */
async function act(
  calls: HandlerCalls,
  endpoint: Simulation,
  { user, form }: { readonly user: string; readonly form: object },
): Promise<Outcome> {
  const bindings = [...invokeHandlers(calls), ...simulatedComponentHandlers(calls)];
  const binding = bindings.find((each) => each.endpoint === endpoint);
  if (binding === undefined) throw new Error(`there is no handler for ${endpoint.id}`);
  const input = {
    params: { user },
    query: {},
    files: [],
    locale: undefined,
    body: () => {
      const reading = formReader(endpoint.body)(form);
      if (!reading.ok) throw invalidForm(...reading.faults);
      return reading.value;
    },
  };
  const caller: Caller = { kind: "control" };
  const { body } = await binding.run({ caller, work: calls.work } as never, input as never);
  const shown: unknown = projection(endpoint.replies[200])(body);
  return JSON.parse(JSON.stringify(shown)) as Outcome;
}

/** What a call was refused with: code and fault tree. */
export async function refusal(call: Promise<unknown>): Promise<{ code: number; errors?: unknown }> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.declaration.code, ...error.details };
  }
  throw new Error("it was not refused");
}
