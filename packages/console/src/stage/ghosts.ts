// Ghosts: hints on the Stage at messages that a user cannot see, namely ephemeral messages for
// others and deleted messages. They never contain text. The honest view shows none.
import { createContext, useContext, useEffect, useReducer } from "react";
import { isEphemeral, isOlder } from "./session/seen-messages.ts";
import { nameOfUser, useSession } from "./session/use-session.ts";
import type { UserSession } from "./session/user-session.ts";

export interface Ghost {
  /** The id of the hidden message. */
  readonly id: string;
  readonly text: string;
}

/** Places each ghost where its message would be. */
export function withGhosts<M extends { readonly id: string }>(
  messages: readonly M[],
  ghosts: readonly Ghost[],
): readonly (M | Ghost)[] {
  if (ghosts.length === 0) return messages;
  return [...messages, ...ghosts].toSorted((a, b) => (isOlder(a.id, b.id) ? -1 : 1));
}

export function deletedOf(author: Parameters<typeof nameOfUser>[0]): string {
  return `a message of ${nameOfUser(author)} was deleted`;
}

/** The sessions of all panes; undefined in the honest view. */
export const GhostsContext = createContext<readonly UserSession[] | undefined>(undefined);

/** The ghosts of a channel. */
export function useGhosts(channel: string): readonly Ghost[] {
  const own = useSession();
  const sessions = useContext(GhostsContext);
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  useEffect(() => {
    const others = (sessions ?? []).filter((each) => each !== own);
    const ends = others.map((each) => each.listen(redraw));
    return () => {
      for (const end of ends) end();
    };
  }, [sessions, own]);
  if (sessions === undefined) return [];
  const gone = (own.seen().gone.get(channel) ?? []).map(({ id, author }) => ({
    id,
    text: deletedOf(author),
  }));
  const others = sessions.filter((each) => each !== own);
  return [...gone, ...others.flatMap((other) => answersFor(other, channel))];
}

function answersFor(other: UserSession, channel: string): readonly Ghost[] {
  const messages = other.seen().messages.get(channel) ?? [];
  return messages
    .filter(isEphemeral)
    .map(({ id }) => ({ id, text: `only ${other.user} sees a reply` }));
}
