import {
  editCurrentApplication,
  getCurrentApplication,
  getCurrentBotApplication,
  type OwnApplication,
} from "@antechamber/contract/applications";
import { snowflakeKey, type Static } from "@antechamber/contract/schema";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handle, handleAsync, reply, type Binding } from "../../platform/handler.ts";
import { userOf } from "../users/operations.ts";
import { users } from "../users/user.ts";
import { applications, ownApplicationView, type Reach } from "./application.ts";
import { changedApplication } from "./change.ts";
import type { EndpointCheck } from "./endpoint-check.ts";
import { guildInstalls, userInstalls } from "./installs.ts";
import { applicationOf, callerApplicationId } from "./operations.ts";
import { authorizations } from "./authorization.ts";

/** How far the application reaches. */
async function reachOf(ctx: ReadContext, applicationId: string): Promise<Reach> {
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
  const owner = await userOf(ctx, application.owner_id);
  const bot = await ctx.tx.get(users, snowflakeKey(application.id));
  return ownApplicationView(application, { owner, bot }, await reachOf(ctx, application.id));
}

const ownHandlers: readonly Binding[] = [
  handle(getCurrentApplication, async (ctx) => {
    return reply(200, await callingApplication(ctx, ctx.caller));
  }),

  handle(getCurrentBotApplication, async (ctx) => {
    return reply(200, await callingApplication(ctx, ctx.caller));
  }),
];

/** @param deps what asks an application's endpoints whether they answer, before it is changed */
export function applicationHandlers({
  check,
}: {
  readonly check: EndpointCheck;
}): readonly Binding[] {
  return [
    ...ownHandlers,

    handleAsync(editCurrentApplication, async ({ work, caller }, { body }) => {
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
    }),
  ];
}
