// The endpoints whose responses are cached, each with a call in the demo world.
import { endpoints } from "@antechamber/contract";
import { isCacheable } from "../../transports/http/calls/endpoint-policies.ts";
import { demo, type TestService } from "../start-service.ts";

export const cacheableEndpoints = endpoints.filter(isCacheable);

/** A call that succeeds with 200 once its world is prepared. */
export interface CacheableCall {
  readonly route: string;
  readonly auth: string;
}

/** Creates what the demo world lacks for these calls. @returns the call of each endpoint */
export async function prepareCacheable(service: TestService) {
  const application = `/applications/${demo.applicationId}`;
  const command = { name: "ping", description: "Answers" };
  const { id: everywhere } = await service.asBot(`POST ${application}/commands`, command);
  const inGuild = `${application}/guilds/${demo.guildId}/commands`;
  const { id: here } = await service.asBot(`POST ${inGuild}`, command);
  const { id: lobby } = await service.asBot("POST /lobbies", { members: [{ id: demo.aliceId }] });
  const parts: Readonly<Record<string, string>> = {
    application_id: demo.applicationId,
    guild_id: demo.guildId,
    channel_id: demo.generalId,
    user_id: demo.bobId,
    lobby_id: lobby,
  };
  return ({ path, auth }: (typeof cacheableEndpoints)[number]): CacheableCall => {
    const command_id = path.includes("{guild_id}") ? here : everywhere;
    const all: Readonly<Record<string, string>> = { ...parts, command_id };
    return {
      route: `GET ${path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => all[name] ?? name)}`,
      auth: auth.some(({ kind }) => kind === "bot") ? `Bot ${demo.botToken}` : demo.aliceToken,
    };
  };
}

/** A store that counts the reads begun on it. */
export function countingReads<S extends object>(store: S) {
  let reads = 0;
  const counting = new Proxy(store, {
    get(target, name) {
      if (name === "read") reads += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return { store: counting, reads: () => reads };
}
