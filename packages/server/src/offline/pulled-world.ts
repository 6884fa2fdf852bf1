// Makes a world file of what a bot read of a guild: assembles it, removes what world files do not
// support, and writes it in the form of an export.
import type { WorldFile } from "@antechamber/contract/control";
import { ApplicationFlag } from "@antechamber/contract/applications";
import type { PulledWorld } from "../cli/deps.ts";
import type {
  GuildAnswers,
  ApiApplication,
  ApiExpression,
  ApiGuild,
  ApiUser,
} from "../cli/commands/pull/guild-answers.ts";
import { exportWorld } from "../control/world-file/export.ts";
import { schemaAddress, yamlOf } from "../control/world-file/write.ts";
import { readLoaded } from "./loaded-world.ts";
import { validPartOf, type AssembledWorld } from "./valid-world.ts";
import { withoutKeys } from "../platform/without-keys.ts";
import { steerableClock } from "../platform/time/system-clock.ts";

/** Fields that follow from other fields, or refer to programs that are not part of a test. */
const notOfApplication = [
  "verify_key",
  "flags_new",
  "summary",
  "approximate_guild_count",
  "approximate_user_install_count",
  "approximate_user_authorization_count",
  "eligible_oauth2_scopes",
  "interactions_endpoint_url",
  "role_connections_verification_url",
  "event_webhooks_url",
  "event_webhooks_status",
  "event_webhooks_types",
  "team",
  "guild",
];

/** Fields about who is in the guild at the moment. */
const notOfGuild = ["approximate_member_count", "approximate_presence_count"];

/** Fields about the content of a channel, which is not read. */
const notOfChannel = ["last_message_id", "last_pin_timestamp", "linked_lobby", "voice_start_time"];

/** Privileged intents, with the flags that show that they are enabled. */
const intentFlags = {
  GUILD_PRESENCES: ["GATEWAY_PRESENCE", "GATEWAY_PRESENCE_LIMITED"],
  GUILD_MEMBERS: ["GATEWAY_GUILD_MEMBERS", "GATEWAY_GUILD_MEMBERS_LIMITED"],
  MESSAGE_CONTENT: ["GATEWAY_MESSAGE_CONTENT", "GATEWAY_MESSAGE_CONTENT_LIMITED"],
} as const;

/**
 * The world file of a guild, without secrets, and what of the responses world files do not support.
 *
 * @throws Error when the responses do not make a valid world
 */
export async function pulledWorld(answers: GuildAnswers): Promise<PulledWorld> {
  const now = steerableClock().now();
  const { dump, leftOut } = validPartOf(assembled(answers), now);
  const world = await readLoaded(dump, now, (ctx) => exportWorld(ctx));
  return { world: withoutSecrets(world), leftOut };
}

/** A world as YAML. @param service the URL of a service, which has the schema for editors */
export async function worldYaml(world: unknown, service: string): Promise<string> {
  return Buffer.from(await yamlOf(world as WorldFile, schemaAddress(service))).toString("utf8");
}

function assembled(answers: GuildAnswers): AssembledWorld {
  const { bot, guild, members, owner } = answers;
  const { id } = answers.application;
  const people = peopleIn(answers);
  const others = people.filter((each) => each.bot === true && each.id !== bot.id);
  const known = new Set(people.map((each) => each.id));
  const world: AssembledWorld = {
    users: people.filter((each) => each.bot !== true),
    applications: [
      ownApplication(answers),
      ...others.map((each) => ({ id: each.id, name: each.username, owner: owner.id, bot: each })),
    ],
    guilds: [
      {
        ...withoutKeys(guild, notOfGuild),
        emojis: answers.emojis.map((each) => withAdder(each, known)),
        stickers: answers.stickers.map((each) => withAdder(each, known)),
        channels: answers.channels.map((each) => withoutKeys(each, notOfChannel)),
        members: members.map((each) => ({ ...each, user: each.user.id })),
        applications: [id, ...others.map((each) => each.id)].map((application) => ({
          application,
          permissions: permissionsOf(guild, application),
        })),
        auto_moderation_rules: answers.autoModerationRules,
      },
    ],
  };
  // The bot user of an application from before 2016 has an id of its own; here both have the same.
  return JSON.parse(JSON.stringify(world).replaceAll(`"${bot.id}"`, `"${id}"`)) as AssembledWorld;
}

/** Each user once, without the user that stands for a team. */
function peopleIn({ application, owner, members }: GuildAnswers): readonly ApiUser[] {
  const people = [owner, ...members.map(({ user }) => user), ownerOf(application) ?? owner];
  return [...new Map(people.map((each) => [each.id, each])).values()];
}

function ownerOf({ owner, team }: ApiApplication): ApiUser | undefined {
  return team === undefined || team === null ? owner : undefined;
}

function ownApplication({ application, bot, owner, ...answers }: GuildAnswers): object {
  return {
    ...withoutKeys(application, notOfApplication),
    owner: ownerOf(application)?.id ?? owner.id,
    bot: { ...bot, id: application.id, intents: intentsOf(application) },
    commands: answers.commands,
    command_permissions: answers.commandPermissions,
  };
}

/** An emoji or a sticker with the user who added it, if that user is in the world. */
function withAdder({ user, ...expression }: ApiExpression, known: ReadonlySet<string>): object {
  return user !== undefined && known.has(user.id) ? { ...expression, user: user.id } : expression;
}

/** The permissions of a bot's managed role in the guild; `0` if it was installed without one. */
function permissionsOf({ roles }: ApiGuild, bot: string): string {
  return roles.find(({ tags }) => tags?.bot_id === bot)?.permissions ?? "0";
}

function intentsOf({ flags = 0 }: ApiApplication): readonly string[] {
  const isSet = (name: keyof typeof ApplicationFlag) =>
    (flags & (1 << ApplicationFlag[name])) !== 0;
  return Object.entries(intentFlags)
    .filter(([, names]) => names.some(isSet))
    .map(([intent]) => intent);
}

/** The world without generated secrets, which loading generates again from the ids. */
function withoutSecrets({ users = [], applications = [], guilds = [] }: WorldFile): WorldFile {
  return {
    users: users.map(withoutToken),
    applications: applications.map((application) => {
      const { client_secret: _secret, bot, ...rest } = application;
      return { ...rest, ...(bot ? { bot: withoutToken(bot) } : {}) };
    }),
    guilds,
  };
}

function withoutToken<T extends { readonly token?: string | null }>(holder: T): Omit<T, "token"> {
  const { token: _token, ...rest } = holder;
  return rest;
}
