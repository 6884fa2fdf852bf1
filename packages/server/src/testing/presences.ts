// Who is online, for tests that open no gateway.
import type { OnlineMembers } from "../domains/guilds/online.ts";

export const nobodyOnline: OnlineMembers = { of: () => undefined, onlineIn: () => [] };
