// A reference model of lobbies as the protocol notes describe them, as simple as possible: no
// store, no jobs, no events. Tests compare the service with it.
import { definedFields } from "../../platform/defined-fields.ts";

export type Notes = Readonly<Record<string, string>>;

export interface ModelMember {
  metadata: Notes | null;
  flags: number;
  name: string | null;
}

export interface ModelLobby {
  readonly id: string;
  readonly app: string;
  metadata: Notes | null;
  flags: number;
  timeoutMs: number;
  secret: string | null;
  readonly secretEndsAt: number | null;
  idleSince: number | null;
  readonly members: Map<string, ModelMember>;
}

/** The change of a member in a request: missing fields stay, null resets them. */
export interface MemberRequest {
  readonly metadata?: Notes | null;
  readonly flags?: 0 | 1 | null;
  readonly additional_name?: string | null;
}

export type MemberItem = MemberRequest & { readonly id: string; readonly remove_member?: boolean };

export interface LobbyRequest {
  readonly metadata?: Notes | null;
  readonly flags?: 0 | 1 | null;
  readonly idle_timeout_seconds?: number | null;
  readonly members?: readonly MemberItem[] | null;
}

export interface JoinRequest {
  readonly secret: string;
  readonly lobby_metadata?: Notes | null;
  readonly member_metadata?: Notes | null;
  readonly idle_timeout_seconds?: number | null;
}

const DAY_MS = 86_400_000;
const DEFAULT_TIMEOUT_S = 300;

function written<T>(value: T | null | undefined, old: T, unset: T): T {
  return value === undefined ? old : (value ?? unset);
}

/** The last item of each user, in the order of those items. */
function lastOfEach(items: readonly MemberItem[]): ReadonlyMap<string, MemberItem> {
  const last = new Map<string, MemberItem>();
  for (const item of items) {
    last.delete(item.id);
    last.set(item.id, item);
  }
  return last;
}

export class LobbyModel {
  now: number;
  readonly lobbies = new Map<string, ModelLobby>();
  /** Live sessions as `application user number`. */
  readonly sessions = new Set<string>();
  readonly #people: ReadonlySet<string>;

  constructor(now: number, people: readonly string[]) {
    this.now = now;
    this.#people = new Set(people);
  }

  /** The lobby, if it belongs to the application. */
  of(app: string, id: string): ModelLobby | undefined {
    const lobby = this.lobbies.get(id);
    return lobby?.app === app ? lobby : undefined;
  }

  isConnected(app: string, user: string): boolean {
    return [...this.sessions].some((each) => each.startsWith(`${app} ${user} `));
  }

  /** True if every id is that of a user. */
  knowsAll(items: readonly MemberItem[]): boolean {
    return items.every(({ id }) => this.#people.has(id));
  }

  create(app: string, id: string, request: LobbyRequest): void {
    this.#open(app, id, { secret: null, secretEndsAt: null });
    this.edit(app, id, request);
  }

  #open(app: string, id: string, secret: Pick<ModelLobby, "secret" | "secretEndsAt">): void {
    const timeoutMs = DEFAULT_TIMEOUT_S * 1000;
    const blank = { metadata: null, flags: 0, timeoutMs, idleSince: null, members: new Map() };
    this.lobbies.set(id, { id, app, ...blank, ...secret });
  }

  edit(app: string, id: string, request: LobbyRequest): void {
    const lobby = this.of(app, id);
    if (lobby === undefined) return;
    lobby.metadata = written<Notes | null>(request.metadata, lobby.metadata, null);
    lobby.flags = written<number>(request.flags, lobby.flags, 0);
    const seconds = written(
      request.idle_timeout_seconds,
      lobby.timeoutMs / 1000,
      DEFAULT_TIMEOUT_S,
    );
    lobby.timeoutMs = seconds * 1000;
    const { members } = request;
    if (members !== undefined && members !== null) {
      const listed = new Set(members.map((each) => each.id));
      for (const user of lobby.members.keys()) if (!listed.has(user)) lobby.members.delete(user);
      for (const [user, item] of lastOfEach(members)) {
        this.#put(lobby, user, { metadata: null, flags: 0, ...item });
      }
    }
    this.settle();
  }

  #put(lobby: ModelLobby, user: string, request: MemberRequest): void {
    const old = lobby.members.get(user) ?? { metadata: null, flags: 0, name: null };
    lobby.members.set(user, {
      metadata: written<Notes | null>(request.metadata, old.metadata, null),
      flags: written<number>(request.flags, old.flags, 0),
      name: written<string | null>(request.additional_name, old.name, null),
    });
  }

  put(app: string, id: string, item: MemberItem): void {
    this.bulk(app, id, [item]);
  }

  /** @returns the ids that were written, each at the position of its last occurrence */
  bulk(app: string, id: string, items: readonly MemberItem[]): readonly string[] {
    const lobby = this.of(app, id);
    if (lobby === undefined) return [];
    const last = lastOfEach(items);
    for (const [user, item] of last) {
      if (item.remove_member === true) lobby.members.delete(user);
      else this.#put(lobby, user, item);
    }
    this.settle();
    return [...last.values()].filter((each) => each.remove_member !== true).map((each) => each.id);
  }

  remove(app: string, id: string, user: string): void {
    this.of(app, id)?.members.delete(user);
    this.settle();
  }

  close(id: string): void {
    this.lobbies.delete(id);
  }

  /** The lobby with this secret, if the secret is valid. */
  opened(app: string, secret: string): ModelLobby | undefined {
    return [...this.lobbies.values()].find(
      (each) => each.app === app && each.secret === secret && (each.secretEndsAt ?? 0) > this.now,
    );
  }

  /** @param newId the id of the lobby if one must be created */
  join(
    { app, user }: { app: string; user: string },
    request: JoinRequest,
    newId: string,
  ): ModelLobby {
    const { secret } = request;
    if (this.opened(app, secret) === undefined) {
      this.#open(app, newId, { secret, secretEndsAt: this.now + 30 * DAY_MS });
      const seconds = request.idle_timeout_seconds ?? DEFAULT_TIMEOUT_S;
      this.edit(app, newId, { idle_timeout_seconds: seconds });
    }
    const lobby = this.opened(app, secret);
    if (lobby === undefined) throw new Error("a lobby that was just made is missing");
    // Null is ignored here.
    lobby.metadata = request.lobby_metadata ?? lobby.metadata;
    const metadata = request.member_metadata ?? undefined;
    this.#put(lobby, user, definedFields({ metadata }));
    this.settle();
    return lobby;
  }

  connect(session: string): void {
    this.sessions.add(session);
    this.settle();
  }

  disconnect(session: string): void {
    this.sessions.delete(session);
    this.settle();
  }

  /** A restart ends every session. */
  restart(): void {
    this.sessions.clear();
    this.settle();
  }

  /** Moves the clock; lobbies whose idle time is over are deleted. */
  moveTo(now: number): void {
    this.now = now;
    for (const lobby of this.lobbies.values()) {
      if (lobby.idleSince !== null && lobby.idleSince + lobby.timeoutMs <= now) {
        this.lobbies.delete(lobby.id);
      }
    }
  }

  /** Updates which lobbies are idle, which depends on their connected members. */
  settle(): void {
    for (const lobby of this.lobbies.values()) {
      const isOccupied = [...lobby.members.keys()].some((user) =>
        this.isConnected(lobby.app, user),
      );
      lobby.idleSince = isOccupied ? null : (lobby.idleSince ?? this.now);
    }
    this.moveTo(this.now);
  }

  view({ id, app, metadata, flags, members }: ModelLobby) {
    return {
      id,
      application_id: app,
      metadata,
      flags,
      members: [...members.keys()].toSorted().map((user) => this.member(id, user)),
    };
  }

  member(id: string, user: string) {
    const member = this.lobbies.get(id)?.members.get(user);
    if (member === undefined) throw new Error("no such member");
    const { metadata, flags, name } = member;
    return { id: user, metadata, flags, ...(name === null ? {} : { additional_name: name }) };
  }
}
