// The world of a test: what is in it, who acts in it, and what it comes to.
import { Acts } from "./actors/acts.ts";
import type { Reply } from "./actors/reply.ts";
import { User } from "./actors/user.ts";
import { CommandBuilder, MemberBuilder } from "./builders.ts";
import { channelIdFor } from "./channels.ts";
import { WorldClock } from "./client/clock.ts";
import {
  segment,
  type ControlClient,
  type Query,
  type ServerAddress,
} from "./client/control-client.ts";
import { DecisionQueries, type Decision, type DecisionOptions, type Overlay } from "./decisions.ts";
import { globalScope, request } from "./client/environment.ts";
import { CannotDo, ControlRefusal } from "./client/errors.ts";
import {
  isReady,
  libraryOptions,
  signIn,
  type AnyClient,
  type Library,
  type LibraryOptions,
  type LoginOptions,
  type SignInOptions,
} from "./login.ts";
import { addEntity, type EntityDraft, type EntityKind } from "./entities.ts";
import type { FaultForm, JournalFilters } from "./generated/control-forms.ts";
import { lobbyState, newestLobby, type ListedLobby, type LobbyState } from "./lobbies.ts";
import { suggestion } from "./client/nearest.ts";
import { Player } from "./player.ts";
import { restoreSnapshot } from "./snapshots.ts";
import {
  reasonForNone,
  serveApp,
  type ServedApp,
  type ServedApplication,
  type ServeOptions,
} from "./serve.ts";
import { untilDisconnected, untilSettled } from "./waits.ts";
import { Webhooks } from "./webhooks.ts";
import { Cleanups } from "./cleanups.ts";
import { Turns } from "./turns.ts";
import type { JournalEntry } from "./client/wire-types.ts";
import { openWorld, type OpenedWorld } from "./worlds/open-world.ts";
import {
  guildFile,
  type CompleteWorld,
  type GuildRecipe,
  type KnownApplication,
  type KnownUser,
} from "./worlds/recipe.ts";

/** The limits that may hold. Source: product.md, Commands. */
export type LimitsProfile = "production" | "unapproved" | "off";

/** A guild that was added. */
export interface AddedGuild {
  readonly id: string;
  readonly name: string;
  readonly channels?: readonly { readonly id: string; readonly name?: string }[];
}

/** What the kit reads of something that was added. */
interface MadeEntity {
  readonly id?: string;
  readonly username?: string;
  readonly token?: string;
  readonly name?: string;
  readonly bot?: { readonly token?: string } | null;
  readonly client_secret?: string;
}

/**
 * The world of one test: users, applications and guilds at an address of its own, with its own
 * clock, limits and faults. A test acts through it, and asks it what came of that.
 */
export class World {
  /** What the service calls it. */
  readonly name: string;
  /** Its address; pages, sign-in and everything else stand below it. */
  readonly url: string;
  /** What clients take for `https://discord.com/api`. */
  readonly api: string;
  /** Where the gateway is, for clients that do not ask. */
  readonly gateway: string;
  /** Its time, which a test moves. */
  readonly clock: WorldClock;
  /** Calls of its control plane, for what the kit has no method for. */
  readonly control: ControlClient;
  /** What went wrong in applications that run inside the test. */
  readonly errors: unknown[] = [];
  readonly #acts: Acts;
  readonly #users = new Map<string, User>();
  readonly #applications: KnownApplication[] = [];
  readonly #names = new Map<string, string>();
  readonly #guildId: string | undefined;
  readonly #decisions: DecisionQueries;
  readonly #cleanups = new Cleanups();
  readonly #turns = new Turns();
  readonly #clients = new WeakSet<AnyClient>();
  /** Why applications that are served get no interactions, by their ids. */
  readonly #unserved = new Map<string, string>();
  #notes: readonly string[] = [];
  /** Whether timers and dates of the application follow a clock already. */
  #leads = false;
  #guildsAdded = 0;
  #playerTokens = 0;

  /** What the world began with, and the users and applications that a test added. */
  #complete: CompleteWorld;
  readonly #server: ServerAddress;

  constructor(opened: OpenedWorld, complete: CompleteWorld, server: ServerAddress) {
    const { users, applications, guilds } = complete;
    this.#complete = complete;
    this.#server = server;
    const { name, url, api, gateway, control } = opened;
    this.name = name;
    this.url = url;
    this.api = api;
    this.gateway = gateway;
    this.control = control;
    this.clock = new WorldClock(control, () => this.#acts.begun());
    this.#guildId = guilds[0]?.id;
    this.#acts = new Acts({
      control,
      applications: this.#applications,
      nameOf: (id) => this.#names.get(id) ?? id,
      usernames: () => [...this.#users.keys()],
      isFrozen: async () => (await this.clock.state()).frozen,
      advance: (ms) => this.clock.moveBy(ms),
      notes: () => this.failureNotes,
    });
    for (const user of users) this.#addUser(user);
    for (const each of applications) this.#addApplication(each);
    this.#decisions = new DecisionQueries(control, this.#acts);
  }

  /** Which applications get no interactions, and why. */
  get applicationNotes(): readonly string[] {
    return [...this.#unserved.values()];
  }

  /**
   * What a failure tells after what happened: applications that get no interactions, how the test
   * is run again, and what is kept of it.
   */
  get failureNotes(): readonly string[] {
    return [...this.applicationNotes, ...this.#notes];
  }

  set failureNotes(notes: readonly string[]) {
    this.#notes = notes;
  }

  /** Somebody of the world, by name or id. @throws CannotDo when there is no such user */
  user(name: string): User {
    const found =
      this.#users.get(name.replace(/^@/, "")) ?? this.#users.values().find(({ id }) => id === name);
    if (found !== undefined) return found;
    throw new CannotDo(`there is no user "${name}"${suggestion(name, [...this.#users.keys()])}`);
  }

  /** An application with its credentials. @throws CannotDo when there is none */
  application(name: string): KnownApplication {
    return this.#bot(name);
  }

  /** A member of the guild, whose roles a test changes. */
  member(user: string, { guild = this.#guild() }: { readonly guild?: string } = {}): MemberBuilder {
    const { control } = this;
    return new MemberBuilder({ control, turns: this.#turns }, { guild, user: this.user(user).id });
  }

  /** A command, `/ban`, whose permission entries a test changes. */
  command(
    application: string,
    command: string,
    { guild = this.#guild() }: { readonly guild?: string } = {},
  ): CommandBuilder {
    const { id } = this.application(application);
    const reference = command.replace(/^\//, "");
    const { api, control } = this;
    return new CommandBuilder(
      { control, turns: this.#turns },
      { api, application: id, command: reference, guild },
    );
  }

  /**
   * Adds something, with the events that follow; a user can act from then on, and an application
   * can be named.
   *
   * @throws CannotDo when there is no such kind
   */
  async add<T = Readonly<Record<string, unknown>>, K extends EntityKind = EntityKind>(
    kind: K,
    entity: EntityDraft<K>,
  ): Promise<T> {
    const made = await addEntity<MadeEntity>(this.control, kind, entity);
    const { id = "", username = "", token = "", name = "", bot, client_secret = "" } = made;
    const { users, applications } = this.#complete;
    if (kind === "users") {
      const user = { id, username, token };
      this.#complete = { ...this.#complete, users: [...users, user] };
      this.#addUser(user);
    }
    if (kind === "applications") {
      const credentials = { clientId: id, clientSecret: client_secret };
      const application = { id, name, botToken: bot?.token ?? "", ...credentials };
      this.#complete = { ...this.#complete, applications: [...applications, application] };
      this.#addApplication(application);
    }
    return made as T;
  }

  /** Adds a guild; absent: one like the first of the world. Its name is one that no other has. */
  addGuild(recipe: GuildRecipe = this.#complete.recipe): Promise<AddedGuild> {
    this.#guildsAdded += 1;
    const name = `${recipe.guildName} ${this.#guildsAdded + 1}`;
    return this.control.call("POST /guilds", { body: guildFile(name, recipe, this.#complete) });
  }

  /** May a user use a command in a channel, and why. */
  decision(
    user: string,
    command: string,
    channel: string,
    { app }: DecisionOptions = {},
  ): Promise<Decision> {
    return this.#decisions.ask({ user: this.user(user).id, command, channel, app });
  }

  /** The same question in a world that is otherwise, which is never stored. */
  whatIf(overlay: Overlay) {
    return {
      decision: (
        user: string,
        command: string,
        channel: string,
        { app }: DecisionOptions = {},
      ): Promise<Decision> =>
        this.#decisions.askInstead({ user: this.user(user).id, command, channel, app }, overlay),
    };
  }

  /** What a client of a library is made with, so that it comes here. */
  options<L extends Library>(library: L, { as }: LoginOptions = {}): LibraryOptions[L] {
    const { api } = this;
    return libraryOptions(library, { api, botToken: this.#bot(as).botToken });
  }

  /** Variables that tell a program of any language where this world is, and who it is in it. */
  env({ as }: LoginOptions = {}): Readonly<Record<string, string>> {
    const { id, botToken, clientSecret } = this.#bot(as);
    return {
      DISCORD_API: this.api,
      DISCORD_GATEWAY: this.gateway,
      DISCORD_TOKEN: botToken,
      DISCORD_APPLICATION_ID: id,
      DISCORD_CLIENT_SECRET: clientSecret,
    };
  }

  /**
   * Signs a client in as a bot, until the test ends; its commands are registered when it resolves.
   *
   * @throws CannotDo when it is signed in already, or was made for another address
   */
  async login<C extends AnyClient>(client: C, { as, time }: SignInOptions = {}): Promise<C> {
    // Libraries wait for ever for a second session of one client.
    if (this.#clients.has(client) && isReady(client)) {
      throw new CannotDo("this client is signed in already");
    }
    if (time !== undefined) await this.#leadTime(time);
    const failed = (error: unknown) => this.errors.push(error);
    const { api } = this;
    await signIn(client, this.#bot(as).botToken, { failed, cleanups: this.#cleanups, api });
    this.#clients.add(client);
    await this.settled();
    return client;
  }

  /** Serves an application that takes its interactions by HTTP, until the test ends. */
  async serve(
    application: string,
    app: ServedApp,
    options: ServeOptions = {},
  ): Promise<ServedApplication> {
    const { id, botToken } = this.application(application);
    const own = await request(`${this.api}/v10/applications/@me`, {
      headers: { authorization: `Bot ${botToken}` },
    });
    const { verify_key: key } = (await own.json()) as { verify_key: string };
    const env = {
      DISCORD_APPLICATION_ID: id,
      DISCORD_PUBLIC_KEY: key,
      DISCORD_TOKEN: botToken,
      DISCORD_API: this.api,
    };
    const served = await serveApp(app, { ...options, env }, async (url) => {
      const body = { interactions_endpoint_url: url };
      try {
        await this.control.call(`PATCH /applications/${segment(id)}`, { body });
        return true;
      } catch (error) {
        if (error instanceof ControlRefusal && error.status === 400) return false;
        throw error;
      }
    });
    this.cleanUp(() => served.close());
    const reason = reasonForNone(served.probes, served.url);
    const note = `${application} gets no interactions by HTTP: ${reason}`;
    if (reason === undefined) this.#unserved.delete(id);
    else this.#unserved.set(id, note);
    return served;
  }

  /** A player of games. */
  player(name: string): Player {
    const user = this.user(name);
    return new Player(user.name, {
      api: this.api,
      gateway: this.gateway,
      tokenFor: async (application) => {
        this.#playerTokens += 1;
        // One of its own each time: a world has no two that are equal, nor has a copy of it.
        const own = `player.${this.name}.${this.#playerTokens}`;
        const scopes = ["sdk.social_layer", "openid"];
        const body = { token: own, user: user.id, application, scopes };
        try {
          return (await this.control.call<{ token: string }>("POST /tokens", { body })).token;
        } catch (error) {
          // The service may know one that the test added by itself.
          if (error instanceof ControlRefusal && error.status === 400)
            this.application(application);
          throw error;
        }
      },
      channelFor: (channel) => channelIdFor(this.control, channel),
      left: async (session) => {
        await untilDisconnected(this.control, session);
        await this.settled();
      },
      ownerOf: async (lobby) => {
        const { lobby: found } = await this.lobby(lobby);
        if (found !== undefined) return String(found["application"]);
        throw new CannotDo(`there is no lobby "${lobby}"`);
      },
    });
  }

  /** A lobby as it is now, by its id or the object that the API gave. */
  async lobby(lobby: string | { readonly id: string }): Promise<LobbyState> {
    return lobbyState(this.control, typeof lobby === "string" ? lobby : lobby.id);
  }

  /**
   * The newest lobby that has all of this, `{ metadata: { map: /harbour/ }, members: 2 }`, now or
   * within two seconds.
   *
   * @throws CannotDo when there is none
   */
  findLobby(expected: Readonly<Record<string, unknown>> = {}): Promise<ListedLobby> {
    return newestLobby(this.control, expected);
  }

  /** What the world posts to an application's webhook. */
  webhooks(application: string): Webhooks {
    return new Webhooks(this.control, this.application(application).id);
  }

  /** Plans faults: calls that fail, sessions that break. */
  get faults() {
    return {
      add: (fault: FaultForm | object) =>
        this.control.call<{ id: string }>("POST /faults", { body: fault }),
      clear: () => this.control.call("DELETE /faults"),
    };
  }

  /** The windows of rate limits. */
  get limits() {
    return {
      state: () => this.control.call<Readonly<Record<string, unknown>>>("GET /limits"),
      reset: () => this.control.call("POST /limits/reset"),
      /** Lets other limits hold from the next call on. */
      use: (profile: LimitsProfile) =>
        this.control.call<Readonly<Record<string, unknown>>>("PATCH /limits", {
          body: { profile },
        }),
    };
  }

  /** The names of users and applications by their ids. */
  names(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#names);
  }

  /** What crossed the edges of the world, newest last. */
  async journal(
    filters: JournalFilters | Readonly<Record<string, string>> = {},
  ): Promise<readonly JournalEntry[]> {
    const query: Query = { limit: 1000, ...filters };
    return (await this.control.call<{ items: JournalEntry[] }>("GET /journal", { query })).items;
  }

  /** Resolves once nothing is under way: no act, no delivery, and nothing new for 20 ms. */
  settled(): Promise<void> {
    return untilSettled(this.control, this.#acts);
  }

  /** A copy of the world as it is now, with the same users and tokens at an address of its own. */
  async fork(): Promise<World> {
    const opened = await openWorld(this.#server, { fork: this.name }, `fork of ${this.name}`);
    const copy = new World(opened, this.#complete, this.#server);
    this.cleanUp(() => opened.close());
    this.cleanUp(() => copy.close());
    return copy;
  }

  /** Keeps the world as it is now under a name. */
  async snapshot(name: string): Promise<void> {
    await this.control.call("POST /snapshots", { body: { name } });
  }

  /**
   * Puts the world back to how it was kept; sessions of the gateway begin anew.
   *
   * @throws CannotDo when nothing was kept under the name
   */
  async rewind(name: string): Promise<void> {
    await restoreSnapshot(this.control, name);
  }

  /** What users did so far, with what came of it. */
  get replies() {
    return this.#acts.replies;
  }

  /** Does not count any more what users did and what came of it. */
  forget(replies: readonly Reply[]): void {
    this.#acts.forget(replies);
  }

  /** Has something done when the test ends; what was named last is done first. */
  cleanUp(task: () => Promise<void>): void {
    this.#cleanups.add(task);
  }

  /** Ends everything that the test began; what cannot be ended keeps nothing else from it. */
  close(): Promise<void> {
    return this.#cleanups.end();
  }

  #addUser(user: KnownUser): void {
    this.#names.set(user.id, user.username);
    this.#users.set(user.username, new User(user, this.#acts, { url: this.url }));
  }

  #addApplication(application: KnownApplication): void {
    this.#names.set(application.id, application.name);
    this.#applications.push(application);
  }

  /** Lets the application's dates and timers follow a clock. */
  async #leadTime(clock: WorldClock): Promise<void> {
    if (this.#leads) return;
    this.#leads = true;
    // Few tests need it.
    const { appTime } = await import("./app-time.ts");
    const time = appTime((await clock.now()).getTime());
    clock.follow(time);
    time.installEverywhere(globalScope());
    this.cleanUp(async () => time.remove());
  }

  #guild(): string {
    if (this.#guildId === undefined) throw new CannotDo("the world has no guild");
    return this.#guildId;
  }

  #bot(as: string | undefined): KnownApplication {
    const id = this.#acts.applicationFor(as);
    return this.#applications.find((each) => each.id === id) as KnownApplication;
  }
}
