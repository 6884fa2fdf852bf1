import {
  editApplication,
  editCurrentApplication,
  getApplication,
  getCurrentApplication,
  getCurrentBotApplication,
  getRoleConnectionMetadata,
  listDetectableApplications,
  setRoleConnectionMetadata,
  type ApplicationChange,
  type MetadataItem,
  type MetadataItemsDraft,
  type OwnApplication,
} from "@antechamber/contract/applications";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import {
  handle,
  handleAsync,
  reply,
  type AsyncContext,
  type Binding,
} from "../../platform/handler.ts";
import { userOf } from "../users/operations.ts";
import { users } from "../users/user.ts";
import { applicationEmojiHandlers } from "./application-emojis.ts";
import { applications, ownApplicationView, type ApplicationReach } from "./application.ts";
import { changedApplication } from "./change.ts";
import type { EndpointCheck } from "./endpoint-check.ts";
import { guildInstalls, userInstalls } from "./installs.ts";
import { applicationOf, callerApplicationId, ownApplication } from "./operations.ts";
import { teamAsOwner, teamOf, teamView } from "./teams.ts";
import { authorizations } from "./authorization.ts";

/** The number of guilds and people that use an application. */
async function reachOf(ctx: ReadContext, applicationId: string): Promise<ApplicationReach> {
  const own = { index: "application", value: applicationId } as const;
  return {
    guilds: await ctx.tx.count(guildInstalls, own),
    userInstalls: await ctx.tx.count(userInstalls, own),
    authorizations: await ctx.tx.count(authorizations, own),
  };
}

async function callingApplication(
  ctx: ReadContext,
  caller: Caller,
): Promise<Static<typeof OwnApplication>> {
  const application = await applicationOf(ctx, callerApplicationId(caller));
  const itsTeam = await teamOf(ctx, application);
  const team = itsTeam === undefined ? null : await teamView(ctx, itsTeam);
  const owner =
    itsTeam === undefined ? await userOf(ctx, application.owner_id) : teamAsOwner(itsTeam);
  const bot = await ctx.tx.get(users, snowflakeKey(application.id));
  return ownApplicationView(application, { owner, bot, team }, await reachOf(ctx, application.id));
}

type MetadataForm = NonNullable<Static<typeof MetadataItemsDraft>>[number];

/** An item without localizations that are null. */
function storedItem(item: MetadataForm): Static<typeof MetadataItem> {
  const { name_localizations: names, description_localizations: descriptions, ...rest } = item;
  return {
    ...rest,
    ...definedFields({
      name_localizations: names && withoutNulls(names),
      description_localizations: descriptions && withoutNulls(descriptions),
    }),
  };
}

function withoutNulls(words: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([locale, word]) => (word === null ? [] : [[locale, word]])),
  );
}

const ownHandlers: readonly Binding[] = [
  handle(getCurrentApplication, async (ctx) => {
    return reply(200, await callingApplication(ctx, ctx.caller));
  }),

  handle(getApplication, async (ctx, { params }) => {
    await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(200, await callingApplication(ctx, ctx.caller));
  }),

  handle(listDetectableApplications, async () => reply(200, [])),

  handle(getRoleConnectionMetadata, async (ctx, { params }) => {
    const application = await ownApplication(ctx, ctx.caller, params.application_id);
    return reply(200, [...(application.role_connections_metadata ?? [])]);
  }),

  handle(setRoleConnectionMetadata, async (ctx, { params, body }) => {
    const application = await ownApplication(ctx, ctx.caller, params.application_id);
    const items = (body() ?? []).map(storedItem);
    ctx.tx.put(applications, { ...application, role_connections_metadata: items });
    return reply(200, items);
  }),

  handle(getCurrentBotApplication, async (ctx) => {
    return reply(200, await callingApplication(ctx, ctx.caller));
  }),
];

/** @param deps what verifies an application's endpoints before it is changed */
export function applicationHandlers({
  check,
}: {
  readonly check: EndpointCheck;
}): readonly Binding[] {
  /** Changes the calling application. New endpoint URLs must first be verified. */
  async function edit(
    { work, caller }: AsyncContext,
    body: () => Static<typeof ApplicationChange>,
  ) {
    const id = callerApplicationId(caller);
    const application = await work.read((ctx) => applicationOf(ctx, id));
    const change = body();
    await check.require(work, application, {
      interactions: {
        url: change.interactions_endpoint_url,
        path: ["interactions_endpoint_url"],
      },
      events: { url: change.event_webhooks_url, path: ["event_webhooks_url"] },
    });
    const view = await work.transaction(async (ctx) => {
      const current = await applicationOf(ctx, id);
      ctx.tx.put(applications, await changedApplication(ctx, current, change));
      return callingApplication(ctx, caller);
    });
    return reply(200, view);
  }

  return [
    ...ownHandlers,
    ...applicationEmojiHandlers,

    handleAsync(editCurrentApplication, (deps, { body }) => edit(deps, body)),

    handleAsync(editApplication, async (deps, { params, body }) => {
      const { work, caller } = deps;
      await work.read((ctx) => ownApplication(ctx, caller, params.application_id));
      return edit(deps, body);
    }),
  ];
}
