// The state of lobbies that each player's client can derive from events alone.
import type { EventRecord } from "../../platform/store.ts";

interface ShownMember {
  readonly user_id: string;
  readonly metadata: unknown;
  readonly flags: number;
  readonly connected: boolean;
}

interface ShownLobby {
  readonly id: string;
  readonly metadata: unknown;
  readonly flags: number;
  readonly members: readonly ShownMember[];
}

interface ReceivedEvents {
  readonly id?: string;
  readonly lobby_id?: string;
  readonly member?: ShownMember;
}

/** One client's lobbies by id. */
type Known = Map<string, ShownLobby>;

export class LobbyListener {
  readonly #known = new Map<string, Known>();
  /** LOBBY_DELETE events with the reason `deleted`, by lobby and user, to show that each comes once. */
  readonly ends: string[] = [];

  hear({ name, scope, payload }: EventRecord): void {
    if (scope.kind !== "users" || !name.startsWith("LOBBY_")) return;
    for (const user of scope.user_ids) {
      const key = `${scope.application_id} ${user}`;
      const known = this.#known.get(key) ?? new Map<string, ShownLobby>();
      this.#known.set(key, known);
      this.#learn(known, { name, user }, payload as ReceivedEvents);
    }
  }

  #learn(
    known: Known,
    { name, user }: { name: string; user: string },
    received: ReceivedEvents,
  ): void {
    const id = received.lobby_id ?? received.id ?? "";
    const lobby = known.get(id);
    if (name === "LOBBY_CREATE") {
      if (lobby !== undefined) throw new Error(`${user} hears a second time of ${id}`);
      known.set(id, received as unknown as ShownLobby);
      return;
    }
    if (lobby === undefined) throw new Error(`${user} hears ${name} of an unknown lobby`);
    if (name === "LOBBY_DELETE") {
      known.delete(id);
      if (payloadReason(received) === "deleted") this.ends.push(`${id} ${user}`);
    } else if (name === "LOBBY_UPDATE") known.set(id, received as unknown as ShownLobby);
    else if (received.member !== undefined) {
      known.set(id, {
        ...lobby,
        members: changed(lobby.members, name, { user, ...received.member }),
      });
    }
  }

  /** A user's lobbies; events do not say whether the user is connected. */
  lobbiesOf(app: string, user: string) {
    const known = [...(this.#known.get(`${app} ${user}`)?.values() ?? [])];
    return known
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, metadata, flags, members }) => ({
        id,
        metadata,
        flags,
        members: members
          .map((each) => ({
            user_id: each.user_id,
            metadata: each.metadata,
            flags: each.flags,
            connected: each.user_id === user ? "self" : each.connected,
          }))
          .toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1)),
      }));
  }
}

function payloadReason(received: object): string | undefined {
  return (received as { readonly reason?: string }).reason;
}

function changed(
  members: readonly ShownMember[],
  name: string,
  { user, ...member }: ShownMember & { readonly user: string },
): readonly ShownMember[] {
  const others = members.filter((each) => each.user_id !== member.user_id);
  const isThere = others.length < members.length;
  const isNew = name === "LOBBY_MEMBER_ADD";
  if (isNew === isThere)
    throw new Error(`${name} of somebody who was ${isThere ? "" : "not "}there`);
  const isOwn = member.user_id === user;
  if (isOwn && name !== "LOBBY_MEMBER_UPDATE")
    throw new Error(`${user} hears of their own ${name}`);
  return name === "LOBBY_MEMBER_REMOVE" ? others : [...others, member];
}
