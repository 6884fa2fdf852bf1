// The world of a test: its content, its users, and queries about what happened.
import { Acts } from "./actors/acts.ts";
import type { Reply } from "./actors/reply.ts";
import { User } from "./actors/user.ts";
import { CommandBuilder, MemberBuilder } from "./builders.ts";
import { WorldClock } from "./client/clock.ts";
import { segment, type ControlClient, type ServerAddress } from "./client/control-client.ts";
import { DecisionQueries, type Decision, type DecisionOptions, type Overlay } from "./decisions.ts";
import { globalScope, reserveTimers } from "./client/environment.ts";
import { CannotDo, ControlRefusal } from "./client/errors.ts";
import {
  environmentOf,
  isReady,
  libraryOptions,
  signIn,
  type AnyClient,
  type Library,
  type LibraryOptions,
  type LoginOptions,
  type ProgramEnvironment,
  type SignInOptions,
} from "./login.ts";
import {
  addedApplication,
  addedUser,
  addEntity,
  type EntityDraft,
  type EntityKind,
} from "./entities.ts";
import type { FaultForm, JournalFilters } from "./generated/control-forms.ts";
import { journalEntries } from "./journal.ts";
import { lobbyState, newestLobby, type ListedLobby, type LobbyState } from "./lobbies.ts";
import { suggestion } from "./client/nearest.ts";
import { Player, PlayerTokens } from "./player.ts";
import { restoreSnapshot } from "./snapshots.ts";
import {
  reasonForNone,
  serveApp,
  type ServedApp,
  type WorkerOfOwnEnvironment,
  type ServedApplication,
  type ServeOptions,
} from "./serve.ts";
import { untilSettled } from "./waits.ts";
import { Webhooks } from "./webhooks.ts";
import { Unended } from "./client/unended.ts";
import { Cleanups } from "./cleanups.ts";
import { Turns } from "./turns.ts";
import type { JournalEntry } from "./client/wire-types.ts";
import { apisOf, knownApplication, openWorld, type OpenedWorld } from "./worlds/open-world.ts";
import {
  guildFile,
  type CompleteWorld,
  type GuildRecipe,
  type KnownApplication,
  type KnownUser,
} from "./worlds/recipe.ts";

/** The rate-limit profiles. Source: product.md, Commands. */
export type LimitsProfile = "production" | "unapproved" | "off";

/** A guild that was added. */
export interface AddedGuild {
  readonly id: string;
  readonly name: string;
  readonly channels?: readonly { readonly id: string; readonly name?: string }[];
}

/**
 * The world of one test: users, applications and guilds at a URL of its own, with its own clock,
 * limits and faults. A test acts through it, and queries the results.
 */
export class World {
  /** The name of the world in the service. */
  readonly name: string;
  /** The URL of the world, with pages, sign-in and everything else below it. */
  readonly url: string;
  /** The API's URL, which clients use in place of `https://discord.com/api`. */
  readonly api: string;
  /** The gateway's URL, for clients that do not request it. */
  readonly gateway: string;
  /** The world's clock, which a test moves. */
  readonly clock: WorldClock;
  /** Calls the control plane of the world, for what the kit has no method for. */
  readonly control: ControlClient;
  /** Errors of applications that run inside the test. */
  readonly errors: unknown[] = [];
  readonly #acts: Acts;
  readonly #users = new Map<string, User>();
  readonly #applications: KnownApplication[] = [];
  readonly #names = new Map<string, string>();
  readonly #guildId: string | undefined;
  readonly #decisions: DecisionQueries;
  readonly #cleanups = new Cleanups();
  readonly #turns = new Turns();
  readonly #unended = new Unended();
  readonly #clients = new WeakSet<AnyClient>();
  /** Why served applications get no interactions, by application id. */
  readonly #unserved = new Map<string, string>();
  #notes: readonly string[] = [];
  /** Whether timers and dates of the application follow a clock already. */
  #leads = false;
  #guildsAdded = 0;
  readonly #playerTokens: PlayerTokens;

  /** The initial content of the world, and the users and applications that a test added. */
  #complete: CompleteWorld<KnownApplication>;
  readonly #server: ServerAddress;

  constructor(
    opened: OpenedWorld,
    complete: CompleteWorld<KnownApplication>,
    server: ServerAddress,
  ) {
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
      unended: this.#unended,
      applications: this.#applications,
      nameOf: (id) => this.#names.get(id) ?? id,
      usernames: () => [...this.#users.keys()],
      isFrozen: async () => (await this.clock.state()).frozen,
      advance: (ms, isEnough) => this.clock.moveBy(ms, isEnough),
      notes: () => this.failureNotes,
    });
    for (const user of users) this.#addUser(user);
    for (const each of applications) this.#addApplication(each);
    this.#decisions = new DecisionQueries(control, this.#acts);
    this.#playerTokens = new PlayerTokens(name, control, this.#acts);
  }

  /** The applications that get no interactions, and why. */
  get applicationNotes(): readonly string[] {
    return [...this.#unserved.values()];
  }

  /**
   * Lines that a failure ends with: applications that get no interactions, how to run the test
   * again, and where its trace is stored.
   */
  get failureNotes(): readonly string[] {
    return [...this.applicationNotes, ...this.#notes];
  }

  set failureNotes(notes: readonly string[]) {
    this.#notes = notes;
  }

  /** A user of the world, by name or id. @throws CannotDo when there is no such user */
  user(name: string): User {
    const found =
      this.#users.get(name.replace(/^@/, "")) ?? this.#users.values().find(({ id }) => id === name);
    if (found !== undefined) return found;
    throw new CannotDo(`there is no user "${name}"${suggestion(name, [...this.#users.keys()])}`);
  }

  /** An application with its credentials. @throws CannotDo when there is none */
  application(name: string): KnownApplication {
    return this.#acts.applicationFor(name);
  }

  /** A member of the guild, whose roles a test changes. */
  member(user: string, { guild = this.#guild() }: { readonly guild?: string } = {}): MemberBuilder {
    return new MemberBuilder(this.#builderDeps(), { guild, user: this.user(user).id });
  }

  /** A command, `/ban`, whose permissions a test changes. */
  command(
    application: string,
    command: string,
    { guild = this.#guild() }: { readonly guild?: string } = {},
  ): CommandBuilder {
    const { id } = this.application(application);
    const reference = command.replace(/^\//, "");
    const place = { api: this.api, application: id, command: reference, guild };
    return new CommandBuilder(this.#builderDeps(), place);
  }

  /**
   * Adds an entity, and sends the resulting events. An added user can act, and an added application
   * can be named, from then on.
   *
   * @throws CannotDo for an unknown kind
   */
  add<T = Readonly<Record<string, unknown>>, K extends EntityKind = EntityKind>(
    kind: K,
    entity: EntityDraft<K>,
  ): Promise<T> {
    return this.#unended.follow(async () => {
      const made = await addEntity<object>(this.control, kind, entity);
      const { users, applications } = this.#complete;
      if (kind === "users") {
        const user = addedUser(made);
        this.#complete = { ...this.#complete, users: [...users, user] };
        this.#addUser(user);
      }
      if (kind === "applications") {
        const application = await knownApplication(this.control, addedApplication(made));
        this.#complete = { ...this.#complete, applications: [...applications, application] };
        this.#addApplication(application);
      }
      return made as T;
    });
  }

  /** Adds a guild with a unique name. @param recipe absent: like the first guild of the world */
  addGuild(recipe: GuildRecipe = this.#complete.recipe): Promise<AddedGuild> {
    this.#guildsAdded += 1;
    const name = `${recipe.guildName} ${this.#guildsAdded + 1}`;
    const body = guildFile(name, recipe, this.#complete);
    return this.#unended.follow(() => this.control.call("POST /guilds", { body }));
  }

  /** Whether a user may use a command in a channel, and why. */
  decision(
    user: string,
    command: string,
    channel: string,
    { app }: DecisionOptions = {},
  ): Promise<Decision> {
    return this.#decisions.ask({ user: this.user(user).id, command, channel, app });
  }

  /** The same query under changed permissions, which are never stored. */
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

  /** The options to create a library's client with, so that it connects to this world. */
  options<L extends Library>(library: L, { as }: LoginOptions = {}): LibraryOptions[L] {
    const { api } = this;
    return libraryOptions(library, { api, botToken: this.#acts.applicationFor(as).botToken });
  }

  /**
   * Environment variables with which a program in any language finds this world and its
   * credentials.
   */
  env({ as }: LoginOptions = {}): ProgramEnvironment {
    return environmentOf(this.#acts.applicationFor(as), this);
  }

  /**
   * Signs a client in as a bot until the test ends; its commands are registered when this resolves.
   *
   * @throws CannotDo when it is signed in already, or was created for another URL
   */
  async login<C extends AnyClient>(client: C, { as, time }: SignInOptions = {}): Promise<C> {
    // For a second session of a signed-in client, libraries would wait for ever.
    if (this.#clients.has(client) && isReady(client)) {
      throw new CannotDo("this client is signed in already");
    }
    if (time !== undefined) await this.#leadTime(time);
    const failed = (error: unknown) => this.errors.push(error);
    await signIn(client, this.#acts.applicationFor(as).botToken, {
      failed,
      cleanups: this.#cleanups,
      api: this.api,
      apis: () => apisOf(this.control),
    });
    this.#clients.add(client);
    await this.settled();
    return client;
  }

  /** Serves an application that receives its interactions over HTTP, until the test ends. */
  serve(application: string, app: ServedApp, options?: ServeOptions): Promise<ServedApplication>;
  serve(
    application: string,
    app: WorkerOfOwnEnvironment,
    options?: ServeOptions,
  ): Promise<ServedApplication>;
  async serve(
    application: string,
    app: ServedApp | WorkerOfOwnEnvironment,
    options: ServeOptions = {},
  ): Promise<ServedApplication> {
    const { id } = this.application(application);
    const env = this.env({ as: application });
    const served = await serveApp(app as ServedApp, { ...options, env }, async (url) => {
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
    const note = `${application} receives no interactions over HTTP: ${reason}`;
    if (reason === undefined) this.#unserved.delete(id);
    else this.#unserved.set(id, note);
    return served;
  }

  /** A player of games, by name or id; players with a provisional account have only an id. */
  player(name: string): Player {
    const isGuest = /^\d{15,20}$/.test(name) && !this.#names.has(name);
    const user = isGuest ? { id: name, name } : this.user(name);
    return new Player(user, {
      api: this.api,
      gateway: this.gateway,
      control: this.control,
      acts: this.#acts,
      tokens: this.#playerTokens,
    });
  }

  /** The current state of a lobby, by its id or the API's object. */
  async lobby(lobby: string | { readonly id: string }): Promise<LobbyState> {
    return lobbyState(this.control, typeof lobby === "string" ? lobby : lobby.id);
  }

  /**
   * The newest lobby that matches, `{ metadata: { map: /harbour/ }, members: 2 }`, now or within
   * two seconds.
   *
   * @throws CannotDo when there is none
   */
  findLobby(expected: Readonly<Record<string, unknown>> = {}): Promise<ListedLobby> {
    return this.#acts.follow(() => newestLobby(this.control, expected));
  }

  /** The deliveries of the world to an application's webhook. */
  webhooks(application: string): Webhooks {
    return new Webhooks(this.control, this.#acts, this.application(application).id);
  }

  /** Plans faults: calls that fail, sessions that break. */
  get faults() {
    return {
      add: (fault: FaultForm | object) =>
        this.control.call<{ id: string }>("POST /faults", { body: fault }),
      clear: () => this.control.call("DELETE /faults"),
    };
  }

  /** The rate limits: their state, resetting them, and the profile. */
  get limits() {
    return {
      state: () => this.control.call<Readonly<Record<string, unknown>>>("GET /limits"),
      reset: () => this.control.call("POST /limits/reset"),
      /** Applies another profile from the next call on. */
      use: (profile: LimitsProfile) =>
        this.control.call<Readonly<Record<string, unknown>>>("PATCH /limits", {
          body: { profile },
        }),
    };
  }

  /** The names of users and applications by id. */
  names(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#names);
  }

  /** The entries of the journal, the newest last; with `limit` or `before`, one page of them. */
  journal(
    filters: JournalFilters | Readonly<Record<string, string>> = {},
  ): Promise<readonly JournalEntry[]> {
    return journalEntries(this.control, filters);
  }

  /** Resolves once no act and no delivery is under way, and there was no new entry for 20 ms. */
  settled(): Promise<void> {
    return untilSettled(this.control, this.#acts);
  }

  /** A copy of the current world, with the same users and tokens, at a URL of its own. */
  async fork(): Promise<World> {
    const opened = await openWorld(this.#server, { fork: this.name }, `fork of ${this.name}`);
    const copy = new World(opened, this.#complete, this.#server);
    this.cleanUp(() => opened.close());
    this.cleanUp(() => copy.close());
    return copy;
  }

  /** Stores the current world as a snapshot. */
  async snapshot(name: string): Promise<void> {
    await this.control.call("POST /snapshots", { body: { name } });
  }

  /**
   * Restores the world to a snapshot; gateway sessions end.
   *
   * @throws CannotDo for an unknown name
   */
  async rewind(name: string): Promise<void> {
    await restoreSnapshot(this.control, name);
  }

  /** The replies to acts of users so far. */
  get replies() {
    return this.#acts.replies;
  }

  /** Resolves once what the test does to the world now has ended, awaited or not. */
  actsEnded(): Promise<void> {
    return this.#unended.ended();
  }

  /** Removes replies, so that they are not checked at the end of the test. */
  forget(replies: readonly Reply[]): void {
    this.#acts.forget(replies);
  }

  /** Adds a task to run when the test ends; tasks run in reverse order. */
  cleanUp(task: () => Promise<void>): void {
    this.#cleanups.add(task);
  }

  /** Ends everything that the test started; an error does not prevent the rest. */
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

  /** Makes the application's dates and timers follow a clock. */
  async #leadTime(clock: WorldClock): Promise<void> {
    if (this.#leads) return;
    const release = reserveTimers();
    this.#leads = true;
    this.cleanUp(async () => release());
    // Loaded on use, since few tests need it.
    const { appTime } = await import("./app-time.ts");
    const time = appTime((await clock.now()).getTime());
    const unfollow = await clock.follow(time);
    time.installEverywhere(globalScope());
    this.cleanUp(async () => {
      unfollow();
      time.remove();
    });
  }

  #builderDeps() {
    return { control: this.control, turns: this.#turns, unended: this.#unended };
  }

  #guild(): string {
    if (this.#guildId === undefined) throw new CannotDo("the world has no guild");
    return this.#guildId;
  }
}
