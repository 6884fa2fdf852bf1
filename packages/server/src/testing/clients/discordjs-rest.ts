// A REST client of discord.js for a gateway that has no HTTP API.
import { REST } from "@discordjs/rest";
import { ids, tokens, type GatewayWorld } from "../worlds/gateway-world.ts";

/** Answers GET /gateway/bot, which the library requests before it connects. */
export function gatewayRest({ url, starts }: GatewayWorld): REST {
  const session_start_limit = starts.report(ids.watcher);
  const makeRequest = async () => Response.json({ url, shards: 1, session_start_limit });
  return new REST({ makeRequest }).setToken(tokens.watcher);
}
