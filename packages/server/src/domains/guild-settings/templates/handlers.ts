import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  getTemplate,
  listTemplates,
  syncTemplate,
} from "@antechamber/contract/guilds";
import { handle, reply, type Binding } from "../../../platform/handler.ts";
import { managerIn } from "../../guilds/caller-permissions.ts";
import {
  bringUpToDate,
  describeTemplate,
  dropTemplate,
  makeTemplate,
  templateOf,
  templatesOf,
  templateView,
} from "./template.ts";

export const templateHandlers: readonly Binding[] = [
  handle(getTemplate, async (ctx, { params }) =>
    reply(200, await templateView(ctx, await templateOf(ctx, params.code))),
  ),

  handle(listTemplates, async (ctx, { params }) => {
    const { guild } = await managerIn(ctx, params.guild_id);
    const all = await templatesOf(ctx, guild.id);
    return reply(200, await Promise.all(all.map((template) => templateView(ctx, template))));
  }),

  handle(createTemplate, async (ctx, { params, body }) => {
    const actor = await managerIn(ctx, params.guild_id);
    return reply(200, await templateView(ctx, await makeTemplate(ctx, actor, body())));
  }),

  handle(syncTemplate, async (ctx, { params }) => {
    const { guild } = await managerIn(ctx, params.guild_id);
    const template = await templateOf(ctx, params.code, guild.id);
    return reply(200, await templateView(ctx, await bringUpToDate(ctx, guild, template)));
  }),

  handle(editTemplate, async (ctx, { params, body }) => {
    const { guild } = await managerIn(ctx, params.guild_id);
    const template = await templateOf(ctx, params.code, guild.id);
    return reply(200, await templateView(ctx, describeTemplate(ctx, template, body())));
  }),

  handle(deleteTemplate, async (ctx, { params }) => {
    const { guild } = await managerIn(ctx, params.guild_id);
    const template = await templateOf(ctx, params.code, guild.id);
    const view = await templateView(ctx, template);
    dropTemplate(ctx, template);
    return reply(200, view);
  }),
];
