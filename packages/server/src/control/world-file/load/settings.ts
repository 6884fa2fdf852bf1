// Settings of a guild: welcome screen, onboarding, guide, templates, vanity URL.
import { WorldGuild } from "@antechamber/contract/control";
import { parseTimestamp, timestamp, type Static } from "@antechamber/contract/schema";
import { newMemberWelcomes } from "../../../domains/guild-settings/new-member-welcome.ts";
import {
  isOnboarding,
  onboardings,
} from "../../../domains/guild-settings/onboarding/onboarding.ts";
import { templates } from "../../../domains/guild-settings/templates/template.ts";
import { welcomeScreens } from "../../../domains/guild-settings/welcome-screen.ts";
import { vanityUrls } from "../../../domains/invites/vanity-url.ts";
import { definedFields } from "../../../platform/defined-fields.ts";
import { checkDerived, checkEachDerived, namedBy } from "../derived-fields.ts";
import type { GuildBuilder } from "../guild-builder.ts";
import { personId } from "../people.ts";
import type { Resolved, WorldBuilder } from "../world-builder.ts";

/** The settings in a guild's entry, which are stored in records of their own. */
export const settingKeys = [
  "welcome_screen",
  "onboarding",
  "new_member_welcome",
  "templates",
  "vanity_url_uses",
] as const;

type GuildEntry = Static<typeof WorldGuild>;
type Settings = Pick<GuildEntry, (typeof settingKeys)[number]>;
type Found = Resolved<Settings>;

/** Loads the settings of a guild whose channels and roles are loaded already. */
export function loadGuildSettings(
  builder: WorldBuilder,
  guild: GuildBuilder,
  entry: GuildEntry,
): void {
  const { welcome_screen, onboarding, new_member_welcome, templates: codes } = entry;
  const settings = definedFields({
    welcome_screen,
    onboarding,
    new_member_welcome,
    templates: codes,
  });
  const inside = { channel: guild.channels, role: guild.roles };
  const found = builder.resolved(WorldGuild, { entry: settings, place: guild.place }, inside);
  if (welcome_screen !== undefined) loadWelcomeScreen(builder, guild, found);
  if (onboarding !== undefined) loadOnboarding(builder, guild, found);
  if (new_member_welcome !== undefined) loadNewMemberWelcome(builder, guild, found);
  checkEachDerived(
    builder,
    { given: found.onboarding ?? {}, place: [...guild.place, "onboarding"] },
    { guild_id: guild.id, enabled: isOnboarding({ features: entry.features ?? [] }) },
  );
  checkDerived(builder, [...guild.place, "new_member_welcome", "guild_id"], {
    given: found.new_member_welcome?.guild_id,
    own: guild.id,
  });
  loadTemplates(builder, guild, found);
  loadVanityUrl(builder, guild, entry);
}

const defined = <T>(all: readonly (T | undefined)[] | undefined): T[] =>
  (all ?? []).filter((each): each is T => each !== undefined);

function loadWelcomeScreen(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { welcome_screen: screen }: Found,
): void {
  builder.put(welcomeScreens, {
    guild_id: guild.id,
    description: screen?.description ?? null,
    welcome_channels: defined(screen?.welcome_channels).flatMap(
      ({ channel_id, description = "", emoji_id = null, emoji_name = null }) =>
        channel_id === undefined ? [] : [{ channel_id, description, emoji_id, emoji_name }],
    ),
  });
}

interface EmojiEntry {
  readonly id?: string | null;
  readonly name?: string | null;
  readonly animated?: boolean;
}

const emojiOf = ({ id = null, name = null, animated = false }: EmojiEntry = {}) => ({
  id,
  name,
  animated,
});

function loadOnboarding(builder: WorldBuilder, guild: GuildBuilder, { onboarding }: Found): void {
  const at = [...guild.place, "onboarding", "prompts"];
  const prompts = defined(onboarding?.prompts).map((prompt, i) => ({
    id: builder.id("prompt", prompt.id, [...at, i, "id"]),
    title: prompt.title ?? "",
    options: defined(prompt.options).map((option, o) => ({
      id: builder.id("option", option.id, [...at, i, "options", o, "id"]),
      title: option.title ?? "",
      description: option.description ?? "",
      emoji: emojiOf(option.emoji),
      role_ids: defined(option.role_ids),
      channel_ids: defined(option.channel_ids),
    })),
    single_select: prompt.single_select ?? false,
    required: prompt.required ?? false,
    in_onboarding: prompt.in_onboarding ?? false,
    type: prompt.type ?? 0,
  }));
  builder.put(onboardings, {
    guild_id: guild.id,
    prompts,
    default_channel_ids: defined(onboarding?.default_channel_ids),
    mode: onboarding?.mode ?? 0,
  });
}

interface ResourceEntry {
  readonly channel_id?: string | undefined;
  readonly title?: string;
  readonly description?: string;
  readonly emoji?: EmojiEntry;
  readonly icon?: string;
}

function resourceChannel({
  channel_id = "",
  title = "",
  description = "",
  emoji,
  icon,
}: ResourceEntry) {
  const picture = { emoji: emoji === undefined ? undefined : emojiOf(emoji), icon };
  return { channel_id, title, description, ...definedFields(picture) };
}

function loadNewMemberWelcome(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { new_member_welcome: welcome }: Found,
): void {
  const { welcome_message: message } = welcome ?? {};
  builder.put(newMemberWelcomes, {
    guild_id: guild.id,
    enabled: welcome?.enabled ?? true,
    ...(message === undefined
      ? {}
      : {
          welcome_message: {
            author_ids: defined(message.author_ids),
            message: message.message ?? "",
          },
        }),
    new_member_actions: defined(welcome?.new_member_actions).map((action) => ({
      ...resourceChannel(action),
      action_type: action.action_type ?? 0,
    })),
    resource_channels: defined(welcome?.resource_channels).map(resourceChannel),
  });
}

function loadTemplates(builder: WorldBuilder, guild: GuildBuilder, found: Found): void {
  const instant = (text: string | undefined) =>
    timestamp(parseTimestamp(text ?? "") ?? builder.now);
  for (const [i, entry] of defined(found.templates).entries()) {
    const { serialized_source_guild: snapshot } = entry;
    if (snapshot === undefined) continue;
    const place = [...guild.place, "templates", i];
    const creator_id = namedBy(builder, [...place, "creator_id"], {
      own: personId(entry.creator),
      shown: entry.creator_id,
    });
    checkEachDerived(builder, { given: entry, place }, { source_guild_id: guild.id });
    builder.put(templates, {
      code: builder.id("template", entry.code, [...place, "code"]),
      name: entry.name ?? "",
      description: entry.description ?? null,
      usage_count: entry.usage_count ?? 0,
      creator_id: creator_id ?? guild.ownerId,
      created_at: instant(entry.created_at),
      updated_at: instant(entry.updated_at ?? entry.created_at),
      source_guild_id: guild.id,
      serialized_source_guild: snapshot as never,
    });
  }
}

function loadVanityUrl(
  builder: WorldBuilder,
  guild: GuildBuilder,
  { vanity_url_code: code, vanity_url_uses: uses = 0 }: GuildEntry,
): void {
  if (code === undefined || code === null) return;
  const path = [...guild.place, "vanity_url_code"];
  builder.once("vanity url", code, { path, message: "another guild has this vanity URL" });
  builder.put(vanityUrls, { code, guild_id: guild.id, uses });
}
