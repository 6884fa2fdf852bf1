// Applications and commands as first-party clients get them in the index of a place.
// Source: the public shapes that contract/resources/command-index.ts names.
import {
  CommandPermissionType,
  type IndexApplication,
  type IndexCommand,
  type IndexOptionView,
  type IndexPermissions,
  type Static,
} from "@antechamber/contract";
import type { ApplicationRecord } from "../applications/application.ts";
import { userView, type UserRecord } from "../users/user.ts";
import type { ChoiceRecord, CommandRecord, Localizations, OptionRecord } from "./command.ts";
import type { PermissionEntry } from "./permissions/command-permissions.ts";
import { localizedText } from "./localization.ts";

/** Who reads the index. */
export interface IndexReader {
  readonly userId: string;
  readonly locale: string;
}

/** A command with the entries that stand for it in the guild. */
export function indexCommand(
  command: CommandRecord,
  entries: readonly PermissionEntry[],
  reader: IndexReader,
): Static<typeof IndexCommand> {
  const { default_member_permissions: wanted, contexts, integration_types, handler } = command;
  const { guild_id, dm_permission, options } = command;
  return {
    id: command.id,
    type: command.type,
    application_id: command.application_id,
    version: command.version,
    name: command.name,
    description: command.description,
    ...bothTexts(command, reader.locale),
    ...(guild_id === undefined ? {} : { guild_id }),
    ...(options === undefined ? {} : { options: indexOptions(options, reader.locale) }),
    ...(wanted === null ? {} : { default_member_permissions: wanted }),
    ...(dm_permission === undefined ? {} : { dm_permission }),
    ...(contexts === undefined || contexts === null ? {} : { contexts }),
    ...(integration_types === undefined ? {} : { integration_types }),
    ...(command.nsfw ? { nsfw: true } : {}),
    ...(handler === undefined ? {} : { handler }),
    ...permissionsView(entries, reader),
  };
}

/** An application with the entries that stand for all of its commands. */
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

/** Entries by id; of users the reader's own alone. Nothing where there are none. */
function permissionsView(
  entries: readonly PermissionEntry[],
  { userId }: IndexReader,
): { permissions?: Static<typeof IndexPermissions> } {
  if (entries.length === 0) return {};
  const own = entries.find(({ type, id }) => type === CommandPermissionType.USER && id === userId);
  const of = (wanted: number) =>
    Object.fromEntries(
      entries.filter(({ type }) => type === wanted).map(({ id, permission }) => [id, permission]),
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

/** The reader's texts, which are the default ones where there are no others. */
function bothTexts(texts: Texts, locale: string) {
  return {
    name_localized: localizedText(texts.name_localizations, locale) ?? texts.name,
    description_localized:
      localizedText(texts.description_localizations, locale) ?? texts.description,
  };
}
