// The command index: every command that a user may use in a channel or guild. Source: product.md,
// Simulated users; requirements 2.4: a command that the user may not use is not shown.
import type {
  CommandIndex,
  IndexApplication,
  IndexCommand,
  IndexOptionView,
  IndexPermissions,
} from "@antechamber/contract/commands";
import { InteractionContext, CommandPermissionType } from "@antechamber/contract/commands";
import { ChannelType } from "@antechamber/contract/guilds";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { compareSnowflakes } from "../../platform/records/storage-keys.ts";
import { applications, type ApplicationRecord } from "../applications/application.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { allowsCommands, guildInstalls, userInstalls } from "../applications/installs.ts";
import type { ChannelRecord, GuildRecord } from "../guilds/guild.ts";
import { holdsMessages } from "../guilds/operations.ts";
import { users, type UserRecord, userView } from "../users/user.ts";
import { isAllowed } from "./permissions/access.ts";
import {
  commands,
  commandsOf,
  type CommandRecord,
  type ChoiceRecord,
  type Localizations,
  type OptionRecord,
} from "./command.ts";
import { overwritesAmong, type PermissionEntry } from "./permissions/command-permissions.ts";
import {
  factsInChannel,
  factsInGuild,
  setsIn,
  sharesGuild,
  situationOf,
  type ApplicationFacts,
  type PlaceFacts,
} from "./command-scope.ts";
import { localizedText } from "./localization.ts";

type IndexView = Static<typeof CommandIndex>;

/** The user for whom commands are listed, and the language of the texts. */
export interface PickerUser {
  readonly user: UserRecord;
  readonly locale: string;
}

/** The channel or guild for which commands are listed. */
interface IndexContext {
  readonly guildId: string | undefined;
  /** The recipients of a direct message. */
  readonly recipientIds: readonly string[];
  readonly isDirectMessage: boolean;
  readonly facts: PlaceFacts;
}

/** The commands that a user may use in a channel. */
export async function pickerInChannel(
  ctx: ReadContext,
  channel: ChannelRecord,
  who: PickerUser,
): Promise<IndexView> {
  // A channel that holds no messages cannot hold answers, so it offers no commands.
  if (!holdsMessages(channel)) return { applications: [], application_commands: [], version: "0" };
  return pickerAt(ctx, who, {
    guildId: channel.guild_id,
    recipientIds: channel.recipientIds ?? [],
    isDirectMessage: channel.type === ChannelType.DM,
    facts: await factsInChannel(ctx, channel, who.user.id),
  });
}

/** The commands that a user may use in a guild, apart from rules about channels. */
export async function pickerInGuild(
  ctx: ReadContext,
  guild: GuildRecord,
  who: PickerUser,
): Promise<IndexView> {
  return pickerAt(ctx, who, {
    guildId: guild.id,
    recipientIds: [],
    isDirectMessage: false,
    facts: await factsInGuild(ctx, guild, who.user.id),
  });
}

async function pickerAt(
  ctx: ReadContext,
  { user, locale }: PickerUser,
  context: IndexContext,
): Promise<IndexView> {
  const reader = { userId: user.id, locale };
  const sections: Section[] = [];
  for (const application of await applicationsAt(ctx, user, context)) {
    sections.push(await sectionOf(ctx, application, { context, reader }));
  }
  const filled = sections.filter((section) => section.commands.length > 0);
  return {
    applications: filled.map((section) => section.application),
    application_commands: filled.flatMap((section) => section.commands),
    version: newest(sections.map((section) => section.version)),
  };
}

interface Candidate {
  readonly record: ApplicationRecord;
  readonly facts: Omit<ApplicationFacts, "sets">;
}

/**
 * The applications that are installed in the guild, for the user, or among the recipients, in order
 * of id.
 */
async function applicationsAt(
  ctx: ReadContext,
  user: UserRecord,
  { guildId, recipientIds, isDirectMessage }: IndexContext,
): Promise<Candidate[]> {
  const ofUser = await ctx.tx.find(userInstalls, withPrefix(user.id));
  const ofGuild =
    guildId === undefined ? [] : await ctx.tx.find(guildInstalls, withPrefix(guildId));
  const inGuild = ofGuild.filter(allowsCommands).map((install) => install.application_id);
  const byUser = ofUser.map((install) => install.application_id);
  const ids = new Set([...inGuild, ...byUser, ...recipientIds]);
  const found: Candidate[] = [];
  for (const id of [...ids].toSorted(compareSnowflakes)) {
    const record = await ctx.tx.get(applications, snowflakeKey(id));
    if (record === undefined) continue;
    const isWithBot = isDirectMessage && recipientIds.includes(id);
    const isGuildInstalled = isWithBot ? await sharesGuild(ctx, user.id, id) : inGuild.includes(id);
    const context = contextOf(guildId, isWithBot);
    const isUserInstalled = byUser.includes(id);
    found.push({ record, facts: { guildId, context, isGuildInstalled, isUserInstalled } });
  }
  return found;
}

function contextOf(guildId: string | undefined, isWithBot: boolean): number {
  if (guildId !== undefined) return InteractionContext.GUILD;
  return isWithBot ? InteractionContext.BOT_DM : InteractionContext.PRIVATE_CHANNEL;
}

interface Section {
  readonly application: IndexView["applications"][number];
  readonly commands: IndexView["application_commands"];
  readonly version: string;
}

async function sectionOf(
  ctx: ReadContext,
  { record, facts }: Candidate,
  { context, reader }: { readonly context: IndexContext; readonly reader: IndexReader },
): Promise<Section> {
  const all = await commandsFor(ctx, record.id, facts.guildId);
  const sets = await setsIn(ctx, facts.guildId, record.id);
  const usable = all.filter((command) =>
    isAllowed(situationOf(command, command.type, { ...context.facts, ...facts, sets })),
  );
  const bot = await ctx.tx.get(users, snowflakeKey(record.id));
  const { application: entries } = overwritesAmong(sets, { id: "", application_id: record.id });
  return {
    application: indexApplication(record, bot, { entries, reader }),
    commands: usable.map((command) =>
      indexCommand(command, overwritesAmong(sets, command).command, reader),
    ),
    version: newest(all.map((command) => command.version)),
  };
}

/** The application's commands of the guild, followed by its global ones. */
async function commandsFor(
  ctx: ReadContext,
  application_id: string,
  guild_id: string | undefined,
): Promise<readonly CommandRecord[]> {
  const global = await ctx.tx.find(commands, commandsOf({ application_id }));
  if (guild_id === undefined) return global;
  return [...(await ctx.tx.find(commands, commandsOf({ application_id, guild_id }))), ...global];
}

function newest(versions: readonly string[]): string {
  return versions.reduce(
    (one, other) => (snowflakeKey(one) > snowflakeKey(other) ? one : other),
    "0",
  );
}

/** The user that the index is made for. */
export interface IndexReader {
  readonly userId: string;
  readonly locale: string;
}

/** A command with its permission entries in the guild. */
export function indexCommand(
  command: CommandRecord,
  entries: readonly PermissionEntry[],
  reader: IndexReader,
): Static<typeof IndexCommand> {
  const { default_member_permissions: permissions, contexts, integration_types, handler } = command;
  const { guild_id, dm_permission, options } = command;
  return {
    id: command.id,
    type: command.type,
    application_id: command.application_id,
    version: command.version,
    name: command.name,
    description: command.description,
    ...bothTexts(command, reader.locale),
    ...definedFields({ guild_id }),
    ...(options === undefined ? {} : { options: indexOptions(options, reader.locale) }),
    ...(permissions === null ? {} : { default_member_permissions: permissions }),
    ...definedFields({ dm_permission }),
    ...(contexts === undefined || contexts === null ? {} : { contexts }),
    ...definedFields({ integration_types }),
    ...(command.nsfw ? { nsfw: true } : {}),
    ...definedFields({ handler }),
    ...permissionsView(entries, reader),
  };
}

/** An application with the permission entries for all of its commands. */
export function indexApplication(
  application: ApplicationRecord,
  bot: UserRecord | undefined,
  {
    entries,
    reader,
  }: { readonly entries: readonly PermissionEntry[]; readonly reader: IndexReader },
): Static<typeof IndexApplication> {
  return {
    id: application.id,
    name: application.name,
    description: application.description,
    icon: application.icon,
    flags: application.flags_new,
    ...(bot === undefined ? {} : { bot_id: bot.id, bot: userView(bot) }),
    ...permissionsView(entries, reader),
  };
}

/** Permission entries by id; for users, only the reader's own. Empty without entries. */
function permissionsView(
  entries: readonly PermissionEntry[],
  { userId }: IndexReader,
): { permissions?: Static<typeof IndexPermissions> } {
  if (entries.length === 0) return {};
  const own = entries.find(({ type, id }) => type === CommandPermissionType.USER && id === userId);
  const of = (subjectType: number) =>
    Object.fromEntries(
      entries
        .filter(({ type }) => type === subjectType)
        .map(({ id, permission }) => [id, permission]),
    );
  return {
    permissions: {
      ...(own === undefined ? {} : { user: own.permission }),
      roles: of(CommandPermissionType.ROLE),
      channels: of(CommandPermissionType.CHANNEL),
    },
  };
}

function indexOptions(options: readonly OptionRecord[], locale: string): IndexOptionView[] {
  return options.map((option) => {
    const { name_localizations: _names, description_localizations: _texts, ...rest } = option;
    const { choices, options: inner, ...bare } = rest;
    return {
      ...bare,
      ...bothTexts(option, locale),
      ...(choices === undefined ? {} : { choices: indexChoices(choices, locale) }),
      ...(inner === undefined ? {} : { options: indexOptions(inner, locale) }),
    };
  });
}

function indexChoices(choices: readonly ChoiceRecord[], locale: string) {
  return choices.map(({ name_localizations: names, name, value }) => ({
    name,
    value,
    name_localized: localizedText(names, locale) ?? name,
  }));
}

interface Texts {
  readonly name: string;
  readonly name_localizations: Localizations | null;
  readonly description: string;
  readonly description_localizations: Localizations | null;
}

/** The texts in the reader's language, with the default texts as fallback. */
function bothTexts(texts: Texts, locale: string) {
  return {
    name_localized: localizedText(texts.name_localizations, locale) ?? texts.name,
    description_localized:
      localizedText(texts.description_localizations, locale) ?? texts.description,
  };
}
