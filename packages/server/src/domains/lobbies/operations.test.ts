import type { EndpointDeclaration } from "@antechamber/contract";
import {
  createLobby,
  deleteLobby,
  editLobby,
  getLobby,
  addLobbyMember,
  removeLobbyMember,
} from "@antechamber/contract/lobbies";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRecord } from "../../platform/store.ts";
import { openHandlerCalls } from "../../testing/calls/handler-calls.ts";
import { userDefaults, users } from "../users/user.ts";
import { lobbyHandlers } from "./handlers.ts";
import { lobbies, lobbyMembers } from "./lobby.ts";

const game = { kind: "bot", application_id: "200000000000000001" } as const;
const people = [1, 2, 3, 4].map((n) => `10000000000000000${n}`);

async function aService() {
  const calls = await openHandlerCalls(lobbyHandlers);
  await calls.seed((tx) => {
    for (const id of people) tx.put(users, { ...userDefaults, id, username: `user-${id}` });
  });
  const ask = <E extends EndpointDeclaration>(
    endpoint: E,
    params: Readonly<Record<string, string>>,
    body?: unknown,
  ) => calls.call(endpoint, { as: game, params, body });
  return { ...calls, ask };
}

type Service = Awaited<ReturnType<typeof aService>>;

type Notes = Readonly<Record<string, string>> | null;

interface Fields {
  readonly metadata?: Notes;
  readonly flags?: 0 | 1 | null;
  readonly additional_name?: string | null;
}

interface Draft {
  readonly metadata?: Notes;
  readonly members?: readonly (Fields & { readonly id: string })[] | null;
}

/** A call: its kind, the index of its lobby, its user and its body. */
interface Step {
  readonly kind: "create" | "edit" | "delete" | "put" | "remove";
  readonly at: number;
  readonly user: string;
  readonly draft: Draft;
  readonly fields: Fields;
}

const notes = fc.option(fc.record({ team: fc.constantFrom("red", "blue") }));
const flags = fc.option(fc.constantFrom<0 | 1>(0, 1));
const user = fc.constantFrom(...people);
const entry = fc.record({ id: user, metadata: notes, flags }, { requiredKeys: ["id"] });
const members = fc.option(fc.array(entry, { maxLength: 5 }));
const name = fc.option(fc.constantFrom("Vex", "Zed"));

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("create", "edit", "delete", "put", "put", "remove"),
  at: fc.nat({ max: 2 }),
  user,
  draft: fc.record({ metadata: notes, members }, { requiredKeys: [] }),
  fields: fc.record({ metadata: notes, flags, additional_name: name }, { requiredKeys: [] }),
});

interface ModelMember {
  readonly id: string;
  readonly metadata: Notes;
  readonly flags: number;
  readonly additional_name: string | null;
}

interface ModelLobby {
  readonly id: string;
  readonly metadata: Notes;
  readonly members: ReadonlyMap<string, ModelMember>;
}

/** An omitted field is kept; null resets it. */
function slot<T>(value: T | null | undefined, old: T | undefined, unset: T): T {
  return value === undefined ? (old ?? unset) : (value ?? unset);
}

function modelMember(old: ModelMember | undefined, id: string, fields: Fields): ModelMember {
  return {
    id,
    metadata: slot(fields.metadata, old?.metadata, null),
    flags: slot<number>(fields.flags, old?.flags, 0),
    additional_name: slot(fields.additional_name, old?.additional_name, null),
  };
}

function modelLobby(old: ModelLobby, draft: Draft): ModelLobby {
  const listed = draft.members?.map(
    // Metadata and flags that an entry of a list omits are reset.
    ({ id, ...fields }) =>
      [
        id,
        modelMember(old.members.get(id), id, { metadata: null, flags: null, ...fields }),
      ] as const,
  );
  return {
    id: old.id,
    metadata: slot(draft.metadata, old.metadata, null),
    members: listed === undefined ? old.members : new Map(listed),
  };
}

/** For each call: its statuses with and without a lobby, and its effect on the lobby. */
const kinds = {
  create: {
    endpoint: createLobby,
    statuses: [201, 201],
    make: (_: ModelLobby | undefined, { draft }: Step, id: string) =>
      modelLobby({ id, metadata: null, members: new Map() }, draft),
  },
  edit: {
    endpoint: editLobby,
    statuses: [200, 404],
    make: (lobby: ModelLobby | undefined, { draft }: Step) => lobby && modelLobby(lobby, draft),
  },
  delete: { endpoint: deleteLobby, statuses: [204, 204], make: () => undefined },
  put: {
    endpoint: addLobbyMember,
    statuses: [200, 404],
    make: (lobby: ModelLobby | undefined, { user: id, fields }: Step) => {
      const member = modelMember(lobby?.members.get(id), id, fields);
      return lobby && { ...lobby, members: new Map(lobby.members).set(id, member) };
    },
  },
  remove: {
    endpoint: removeLobbyMember,
    statuses: [204, 404],
    make: (lobby: ModelLobby | undefined, { user: id }: Step) => {
      const others = [...(lobby?.members ?? [])].filter(([each]) => each !== id);
      return lobby && { ...lobby, members: new Map(others) };
    },
  },
} as const;

/** The lobbies that calls refer to, and those that were replaced there but still exist. */
interface Model {
  readonly slots: (ModelLobby | undefined)[];
  readonly others: ModelLobby[];
}

/** Executes a step on the service and the model. */
async function taken({ call }: Service, model: Model, next: Step) {
  const { endpoint, statuses, make } = kinds[next.kind];
  const lobby = model.slots[next.at];
  const params = { lobby_id: lobby?.id ?? "900000000000000000", user_id: next.user };
  const body = next.kind === "put" ? next.fields : next.draft;
  const answer = await call<EndpointDeclaration>(endpoint, { as: game, params, body });
  const created = answer.body as { readonly id: string } | undefined;
  if (next.kind === "create" && lobby !== undefined) model.others.push(lobby);
  model.slots[next.at] = make(lobby, next, created?.id ?? "");
  return { status: answer.status, expected: statuses[lobby === undefined ? 1 : 0] };
}

function inOrder(lobby: ModelLobby): readonly ModelMember[] {
  return [...lobby.members.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

interface SeenMember {
  readonly user_id: string;
}

interface SeenLobby {
  readonly id: string;
  readonly metadata: Notes;
  readonly members: readonly SeenMember[];
}

interface LobbyPayload extends SeenLobby {
  readonly lobby_id: string;
  readonly member: SeenMember;
}

type ClientLobbies = Map<string, SeenLobby>;

function withoutMember(lobby: SeenLobby, { user_id }: SeenMember): SeenLobby {
  return { ...lobby, members: lobby.members.filter((each) => each.user_id !== user_id) };
}

function withMember(lobby: SeenLobby, member: SeenMember): SeenLobby {
  const all = [...withoutMember(lobby, member).members, member];
  return { ...lobby, members: all.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1)) };
}

/** Applies an event to a client's state; false when the event contradicts that state. */
function follow(known: ClientLobbies, event: string, payload: LobbyPayload): boolean {
  const lobby = known.get(payload.id ?? payload.lobby_id);
  if (event === "LOBBY_CREATE") {
    known.set(payload.id, payload);
    return lobby === undefined;
  }
  if (lobby === undefined) return false;
  if (event === "LOBBY_DELETE") return known.delete(lobby.id);
  if (event === "LOBBY_UPDATE") return known.set(lobby.id, payload).has(lobby.id);
  const isThere = lobby.members.some((each) => each.user_id === payload.member.user_id);
  const isGone = event === "LOBBY_MEMBER_REMOVE";
  known.set(
    lobby.id,
    isGone ? withoutMember(lobby, payload.member) : withMember(lobby, payload.member),
  );
  return isThere === (event !== "LOBBY_MEMBER_ADD");
}

/**
 * The lobbies of a user according to a client that only follows events, and the events that
 * contradict its state.
 */
function followedBy(userId: string, facts: readonly EventRecord[]) {
  const known: ClientLobbies = new Map();
  const contradictions: string[] = [];
  for (const { name: event, scope, payload } of facts) {
    if (scope.kind !== "users" || !scope.user_ids.includes(userId)) continue;
    const update = payload as LobbyPayload;
    const isOwn = event !== "LOBBY_MEMBER_UPDATE" && update.member?.user_id === userId;
    if (isOwn || !follow(known, event, update)) contradictions.push(event);
  }
  return { known, contradictions };
}

function clientViewOf({ id, metadata, ...lobby }: ModelLobby): unknown {
  const all = inOrder({ id, metadata, ...lobby }).map((member) => ({
    user_id: member.id,
    user: { id: member.id },
    metadata: member.metadata,
    flags: member.flags,
    connected: false,
  }));
  const fixed = { application_id: game.application_id, flags: 0, region: null, voice_states: [] };
  return { id, metadata, members: all, ...fixed };
}

test("any sequence of calls results in the expected members, also for players via events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const service = await aService();
      const model: Model = { slots: [], others: [] };
      for (const next of steps) {
        const { status, expected } = await taken(service, model, next);
        expect(status).toBe(expected);
      }
      const living = [...model.slots, ...model.others].filter((lobby) => lobby !== undefined);
      for (const lobby of living) {
        const params = { lobby_id: lobby.id };
        const { body } = await service.call(getLobby, { as: game, params });
        const memberViews = body.members.map((member) => ({ additional_name: null, ...member }));
        expect(body.metadata).toEqual(lobby.metadata);
        expect(memberViews).toEqual(inOrder(lobby));
      }
      const facts = await service.news();
      for (const each of people) {
        const mine = living.filter((lobby) => lobby.members.has(each));
        const { known, contradictions } = followedBy(each, facts);
        expect(contradictions).toEqual([]);
        expect(known).toEqual(new Map(mine.map((lobby) => [lobby.id, clientViewOf(lobby)])));
      }
      await service.store.close();
    }),
    { numRuns: 60 },
  );
});

test("members added concurrently exist once each, and are announced once each", async () => {
  const { ask, news, store } = await aService();
  const { body } = await ask(createLobby, {}, {});
  const lobby_id = body.id;
  await Promise.all(
    [...people, ...people, ...people].map((user_id, i) =>
      ask(addLobbyMember, { lobby_id, user_id }, { metadata: { turn: `${i}` } }),
    ),
  );
  const lobby = (await ask(getLobby, { lobby_id })).body;
  expect(lobby.members.map((member) => member.id)).toEqual(people);
  expect(await store.read((tx) => tx.count(lobbyMembers))).toBe(people.length);
  const created = (await news()).filter((fact) => fact.name === "LOBBY_CREATE");
  expect(created).toHaveLength(people.length);
});

test("a lobby that is deleted while members are added ends without members", async () => {
  const { ask, store } = await aService();
  const { body } = await ask(createLobby, {}, { members: [{ id: people[0] }] });
  const lobby_id = body.id;
  const addAll = () => people.map((user_id) => ask(addLobbyMember, { lobby_id, user_id }, {}));
  const early = addAll();
  await early[0];
  const answers = await Promise.all([...early, ask(deleteLobby, { lobby_id }), ...addAll()]);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 204, 404]));
  expect(await store.read((tx) => tx.count(lobbies))).toBe(0);
  expect(await store.read((tx) => tx.count(lobbyMembers))).toBe(0);
});
