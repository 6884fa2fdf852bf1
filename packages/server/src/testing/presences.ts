// Online members, for tests without a gateway.
import type { OnlineMembers } from "../domains/guilds/online.ts";

export const nobodyOnline: OnlineMembers = { of: () => undefined, onlineIn: () => [] };
