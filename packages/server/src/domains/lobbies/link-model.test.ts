// Random life cycles of links and messages, compared with a simple model.
import { expect, test } from "vitest";
import { LONG_TEST } from "../../platform/storage/conformance/store-model.conformance.ts";
import { postgresPlace } from "../../platform/storage/conformance/store-places.conformance.ts";
import { tables } from "../../tables.ts";
import { aGame, demo, game, type Game } from "../../testing/worlds/game-world.ts";
import { seededRandom } from "../../testing/seeded-random.ts";

const STEPS = 40;
const channelIds = [demo.generalId, game.secondId];

interface ModelMessage {
  readonly id: string;
  readonly content: string;
  readonly verdict: string | undefined;
}

/** A simple model of lobbies, their links and their messages. */
class Model {
  /** The messages of each lobby by its id, newest last. */
  readonly messages = new Map<string, ModelMessage[]>();
  /** The id of each lobby's linked channel. */
  readonly links = new Map<string, string>();

  lobbyOf(channelId: string): string | undefined {
    return [...this.links].find(([, linked]) => linked === channelId)?.[0];
  }

  add(lobbyId: string | undefined, id: string, content: string): void {
    if (lobbyId !== undefined)
      this.messages.get(lobbyId)?.push({ id, content, verdict: undefined });
  }

  change(lobbyId: string | undefined, id: string, to: Partial<ModelMessage>): void {
    const own = this.messages.get(lobbyId ?? "") ?? [];
    const changed = own.map((each) => (each.id === id ? { ...each, ...to } : each));
    if (lobbyId !== undefined) this.messages.set(lobbyId, changed);
  }

  drop(lobbyId: string | undefined, id: string): void {
    const own = this.messages.get(lobbyId ?? "") ?? [];
    if (lobbyId !== undefined)
      this.messages.set(
        lobbyId,
        own.filter((each) => each.id !== id),
      );
  }
}

/** Throws when a step got an unexpected status. */
function must(status: number, wanted: number): void {
  if (status !== wanted) throw new Error(`answered ${status} instead of ${wanted}`);
}

class Life {
  readonly model = new Model();
  readonly #it: Game;
  readonly #below: (count: number) => number;
  /** The messages that bob wrote in channels, which he may edit and delete. */
  #written: { readonly channelId: string; readonly id: string }[] = [];
  #count = 0;

  constructor(it: Game, seed: string) {
    this.#it = it;
    const random = seededRandom(seed);
    this.#below = (count) => Buffer.from(random.bytes(4)).readUInt32LE() % count;
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  async open(): Promise<void> {
    const id = await this.#it.aLobby();
    this.model.messages.set(id, []);
  }

  async step(): Promise<void> {
    const steps = [
      () => this.link(),
      () => this.link(),
      () => this.unlink(),
      () => this.say(),
      () => this.say(),
      () => this.write(),
      () => this.write(),
      () => this.edit(),
      () => this.remove(),
      () => this.moderate(),
      () => this.restart(),
    ];
    await this.#pick(steps)();
  }

  #lobby(): string {
    return this.#pick([...this.model.messages.keys()]);
  }

  async link(): Promise<void> {
    const [lobby, channel_id] = [this.#lobby(), this.#pick(channelIds)];
    const holder = this.model.lobbyOf(channel_id);
    const path = `PATCH /lobbies/${lobby}/channel-linking`;
    const { status } = await this.#it.as("alice", path, { channel_id });
    const isFree = holder === undefined || holder === lobby;
    must(status, isFree ? 200 : 400);
    if (isFree) this.model.links.set(lobby, channel_id);
  }

  async unlink(): Promise<void> {
    const lobby = this.#lobby();
    const channelId = this.model.links.get(lobby);
    if (channelId !== undefined && this.#below(2) === 0) {
      const path = `DELETE /channels/${channelId}/linked-lobby`;
      await this.#it.service.asUser(demo.aliceToken, path);
    } else await this.#it.as("alice", `PATCH /lobbies/${lobby}/channel-linking`);
    this.model.links.delete(lobby);
  }

  #words(): string {
    this.#count += 1;
    return `words ${this.#count}`;
  }

  async say(): Promise<void> {
    const [lobby, content] = [this.#lobby(), this.#words()];
    const { id } = await this.#it.as("bob", `POST /lobbies/${lobby}/messages`, { content });
    this.model.add(lobby, id, content);
    const channelId = this.model.links.get(lobby);
    if (channelId !== undefined) this.#written.push({ channelId, id });
  }

  async write(): Promise<void> {
    const [channelId, content] = [this.#pick(channelIds), this.#words()];
    const path = `POST /channels/${channelId}/messages`;
    const { id } = await this.#it.service.asUser(demo.bobToken, path, { content });
    this.model.add(this.model.lobbyOf(channelId), id, content);
    this.#written.push({ channelId, id });
  }

  async edit(): Promise<void> {
    if (this.#written.length === 0) return;
    const { channelId, id } = this.#pick(this.#written);
    const content = this.#words();
    const path = `PATCH /channels/${channelId}/messages/${id}`;
    must((await this.#it.service.asUser(demo.bobToken, path, { content })).status, 200);
    this.model.change(this.model.lobbyOf(channelId), id, { content, verdict: undefined });
  }

  async remove(): Promise<void> {
    if (this.#written.length === 0) return;
    const { channelId, id } = this.#pick(this.#written);
    const path = `DELETE /channels/${channelId}/messages/${id}`;
    must((await this.#it.service.asUser(demo.bobToken, path)).status, 204);
    this.#written = this.#written.filter((each) => each.id !== id);
    this.model.drop(this.model.lobbyOf(channelId), id);
  }

  async moderate(): Promise<void> {
    const lobby = this.#lobby();
    const own = this.model.messages.get(lobby) ?? [];
    if (own.length === 0) return;
    const { id } = this.#pick(own);
    const verdict = this.#words();
    const path = `PUT /lobbies/${lobby}/messages/${id}/moderation-metadata`;
    must((await this.#it.service.asBot(path, { verdict })).status, 204);
    this.model.change(lobby, id, { verdict });
  }

  /** Deletes a lobby and creates another. */
  async restart(): Promise<void> {
    const lobby = this.#lobby();
    await this.#it.service.asBot(`DELETE /lobbies/${lobby}`);
    this.model.messages.delete(lobby);
    this.model.links.delete(lobby);
    await this.open();
  }

  /** The state of the service in the model's format. */
  async snapshot() {
    const lobbies = [];
    for (const id of this.model.messages.keys()) {
      const { body } = await this.#it.as("alice", `GET /lobbies/${id}/messages?limit=200`);
      const lobby = await this.#it.service.asBot(`GET /lobbies/${id}`);
      const list = body as { id: string; content: string; moderation_metadata?: ModelMessage }[];
      const messages = list.map((each) => ({
        id: each.id,
        content: each.content,
        verdict: each.moderation_metadata?.verdict,
      }));
      lobbies.push([id, lobby.at("linked_channel", "id"), messages.toReversed()]);
    }
    const channels = [];
    for (const id of channelIds) {
      const channel = await this.#it.service.asBot(`GET /channels/${id}`);
      channels.push([id, channel.at("linked_lobby", "lobby_id")]);
    }
    return { lobbies, channels };
  }

  expected() {
    const { messages, links } = this.model;
    return {
      lobbies: [...messages].map(([id, own]) => [id, links.get(id), own]),
      channels: channelIds.map((id) => [id, this.model.lobbyOf(id)]),
    };
  }
}

/** Runs random steps on a service, and compares each with the model. @returns the final model */
async function live(it: Game, seed: string): Promise<Model> {
  const life = new Life(it, seed);
  await life.open();
  await life.open();
  for (let i = 0; i < STEPS; i += 1) {
    await life.step();
    expect(await life.snapshot()).toEqual(life.expected());
  }
  await it.stop();
  return life.model;
}

const agreement = "lobbies and channels agree with the plainest model of them";

test.each(["one", "two", "three", "four"])(`${agreement} (life %s)`, async (seed) => {
  expect((await live(await aGame(), seed)).messages.size).toBe(2);
});

test(
  `${agreement}, on PostgreSQL too`,
  async () => {
    const place = await postgresPlace(process.env["TEST_PG_URL"] ?? "");
    const store = await place.open(tables);
    expect((await live(await aGame({ store }), "five")).messages.size).toBe(2);
    await store.close();
    await place.remove();
  },
  LONG_TEST.timeout,
);
