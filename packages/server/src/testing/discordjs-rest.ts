// The REST client of discord.js beside a gateway without HTTP.
import { REST } from "@discordjs/rest";
import { ids, tokens, type GatewayWorld } from "./worlds/gateway-world.ts";

/** Answers what the library asks before it dials: GET /gateway/bot. */
export function gatewayRest({ url, starts }: GatewayWorld): REST {
  const session_start_limit = starts.report(ids.watcher);
  const makeRequest = async () => Response.json({ url, shards: 1, session_start_limit });
  return new REST({ makeRequest }).setToken(tokens.watcher);
}
