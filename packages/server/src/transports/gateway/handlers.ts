import { ADVISED_SHARDS, getGateway, getGatewayBot } from "@antechamber/contract/gateway";
import { callerApplicationId } from "../../domains/applications/operations.ts";
import { handle, reply, type Binding } from "../../platform/handler.ts";
import { gatewayUrl } from "./gateway.ts";
import type { IdentifyLimiter } from "./identify/identify-limiter.ts";

/** The handlers of Get Gateway, and of Get Gateway Bot with the bot's remaining session starts. */
export function gatewayHandlers(starts: Pick<IdentifyLimiter, "report">): readonly Binding[] {
  return [
    handle(getGateway, async ({ settings }, { host }) =>
      reply(200, { url: gatewayUrl(settings, host) }),
    ),
    handle(getGatewayBot, async (ctx, { host }) =>
      reply(200, {
        url: gatewayUrl(ctx.settings, host),
        shards: ADVISED_SHARDS,
        session_start_limit: await starts.report(callerApplicationId(ctx.caller)),
      }),
    ),
  ];
}
