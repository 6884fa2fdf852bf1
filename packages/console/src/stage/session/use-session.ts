// The session of a pane, for its components.
import type { types } from "@antechamber/sdk";
import { createContext, useContext, useEffect, useSyncExternalStore } from "react";
import { useIsLost } from "../../live/live.ts";
import type { Channel, GuildSeen, Member } from "./seen-guilds.ts";
import type { Messages } from "./seen-messages.ts";
import type { Seen } from "./seen.ts";
import type { Connection, Link } from "./connection.ts";
import type { UserSession } from "./user-session.ts";

export const SessionContext = createContext<UserSession | undefined>(undefined);

/** Keeps a session open, and reconnects it as soon as the service is reachable again. */
export function useOpen(session: Pick<Connection, "open" | "close" | "comeBack">): void {
  const isLost = useIsLost();
  useEffect(() => {
    session.open();
    return () => session.close();
  }, [session]);
  useEffect(() => {
    if (!isLost) session.comeBack();
  }, [session, isLost]);
}

export function useSession(): UserSession {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("there is no session around this");
  return session;
}

/** The state of the user's session. */
export function useSeen(): Seen {
  const { listen, seen } = useSession();
  return useSyncExternalStore(listen, seen);
}

export function useLink(): Link {
  const { listen, link } = useSession();
  return useSyncExternalStore(listen, link);
}

/** The messages of a channel, read when it is first shown, or the error of reading them. */
export function useMessages(channel: string): {
  readonly messages: Messages | undefined;
  readonly error: unknown;
} {
  const session = useSession();
  const messages = useSeen().messages.get(channel);
  const error = useSyncExternalStore(session.listen, () => session.problem(channel));
  useEffect(() => {
    if (channel !== "" && !session.seen().messages.has(channel)) void session.read(channel);
  }, [session, channel]);
  return { messages: error === undefined ? messages : undefined, error };
}

export interface Place {
  readonly channel: Channel | undefined;
  /** Undefined in direct messages. */
  readonly guild: GuildSeen | undefined;
}

/** A channel in the state of the user's session. */
export function placeOf(seen: Seen, id: string): Place {
  for (const guild of seen.guilds.values()) {
    const channel = guild.channels.get(id);
    if (channel !== undefined) return { channel, guild };
  }
  return { channel: seen.directs.get(id), guild: undefined };
}

/** The display name of a user: the global name, else the username. */
export function nameOfUser(user: Pick<types.User, "username" | "global_name">): string {
  return user.global_name ?? user.username;
}

export function nameOfMember({ nick, user }: Pick<Member, "nick" | "user">): string {
  return nick ?? nameOfUser(user);
}

/** The name in the user's session for the target of a mention. */
export function nameKnown(
  seen: Seen,
  of: "user" | "role" | "channel",
  id: string,
): string | undefined {
  if (of === "user") return nameOfKnown(seen, id);
  for (const { roles, channels } of seen.guilds.values()) {
    const { name } = (of === "role" ? roles.get(id) : channels.get(id)) ?? {};
    if (name !== undefined && name !== null) return name;
  }
  return undefined;
}

function nameOfKnown({ guilds, directs, me }: Seen, id: string): string | undefined {
  for (const { members } of guilds.values()) {
    const member = members.get(id);
    if (member !== undefined) return nameOfMember(member);
  }
  const others = [...directs.values()].flatMap(({ recipients = [] }) => recipients);
  const other = [...others, ...(me === undefined ? [] : [me])].find((each) => each.id === id);
  return other && nameOfUser(other);
}
