import {
  editGuild,
  editWelcomeScreen,
  getOnboarding,
  getWelcomeScreen,
  setOnboarding,
  UnknownWelcomeScreen,
  type WelcomeScreen,
} from "@antechamber/contract/guilds";
import type { Static } from "@antechamber/contract/schema";
import { ApiError } from "../../platform/api-error.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { guildView } from "../guilds/guild.ts";
import { guildOf, rolesOf } from "../guilds/operations.ts";
import {
  managerIn,
  permissionContextIn,
  requirePermissions,
} from "../guilds/caller-permissions.ts";
import { changeGuild } from "./editing.ts";
import { changeOnboarding } from "./onboarding/editing.ts";
import { blankOnboarding, onboardingView, storedOnboarding } from "./onboarding/onboarding.ts";
import { frontHandlers } from "./front-handlers.ts";
import { templateHandlers } from "./templates/handlers.ts";
import {
  changeWelcomeScreen,
  WELCOME_SCREEN_ENABLED,
  welcomeScreenOf,
  type WelcomeScreenRecord,
} from "./welcome-screen.ts";
import { widgetHandlers } from "./widget/handlers.ts";
import type { OnlineMembers } from "../guilds/online.ts";

function welcomeScreenView({
  description,
  welcome_channels,
}: WelcomeScreenRecord): Static<typeof WelcomeScreen> {
  return { description, welcome_channels };
}

const communityHandlers: readonly Binding[] = [
  handle(getWelcomeScreen, async (ctx, { params }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    const isOn = actor.guild.features.includes(WELCOME_SCREEN_ENABLED);
    if (!isOn) requirePermissions(actor, "MANAGE_GUILD");
    const screen = await welcomeScreenOf(ctx, actor.guild.id);
    if (screen === undefined) throw new ApiError(UnknownWelcomeScreen);
    return reply(200, welcomeScreenView(screen));
  }),

  handle(editWelcomeScreen, async (ctx, { params, body }) => {
    const actor = await managerIn(ctx, params.guild_id);
    return reply(200, welcomeScreenView(await changeWelcomeScreen(ctx, actor, body())));
  }),

  handle(getOnboarding, async (ctx, { params }) => {
    const guild = await guildOf(ctx, ctx.caller, params.guild_id);
    const onboarding = (await storedOnboarding(ctx, guild.id)) ?? blankOnboarding(guild.id);
    return reply(200, onboardingView(guild, onboarding));
  }),

  handle(setOnboarding, async (ctx, { params, body }) => {
    const actor = await permissionContextIn(ctx, params.guild_id);
    requirePermissions(actor, "MANAGE_GUILD", "MANAGE_ROLES");
    const { guild, onboarding } = await changeOnboarding(ctx, actor, body());
    return reply(200, onboardingView(guild, onboarding));
  }),
];

/** @param deps who is online, which widgets and previews show */
export function guildSettingsHandlers({
  presences,
}: {
  readonly presences: OnlineMembers;
}): readonly Binding[] {
  return [
    handle(editGuild, async (ctx, { params, body }) => {
      const actor = await managerIn(ctx, params.guild_id);
      const guild = await changeGuild(ctx, actor, body());
      return reply(200, guildView(guild, await rolesOf(ctx, guild.id)));
    }),
    ...widgetHandlers(presences),
    ...frontHandlers(presences),
    ...communityHandlers,
    ...templateHandlers,
  ];
}
