// The connections to Redis, or to a cluster of it. Nobody waits long for it: what takes longer than
// a moment fails, and from then on everything fails at once until it answers again. One that answers
// and takes no writes, as when its memory is full, is as good as gone.
import { createClient, createCluster } from "@redis/client";
import { createHash } from "node:crypto";
import { withEncodedPercents } from "../formats/percent-encoding.ts";
import { nextTurn } from "../async/event-loop.ts";

export interface RedisOptions {
  /** `redis://user:password@host:port/database`; the nodes of a cluster with commas between. */
  readonly url: string;
  /** Real milliseconds that a command may take. */
  readonly patienceMs: number;
  /** Runs a task after real milliseconds. */
  readonly setTimer: (ms: number, task: () => void) => () => void;
  /** A key of the same service: what is asked whether Redis answers. */
  readonly probeKey: string;
  /** Channels that are listened to, and what is done with what comes there. */
  readonly channels: readonly string[];
  readonly received: (bytes: Buffer) => void;
  /** Redis can be reached from now on, or not any more. */
  readonly changed: (isUp: boolean) => void;
}

/** Redis does not answer, or not soon enough. */
export class RedisGone extends Error {
  override readonly name = "RedisGone";
  constructor(options?: ErrorOptions) {
    super("Redis does not answer", options);
  }
}

/** How often it is looked whether Redis answers again, and whether it still does. */
const PROBE_MS = 250;
/** Probes in a row, some three seconds, after which connections are made anew. */
const FAILURES_MAX = 12;
/** Between tries to connect. */
const RECONNECT_MS_MAX = 1_000;
const CONNECT_MS_MAX = 2_000;
/** Real milliseconds after which it is asked who has taken the place of a node that does not answer. */
const LOST_NODE_MS = 500;
/** Real milliseconds that sending may take, for which nothing waits. */
const PUBLISH_MS = 1_000;
/** What is written to see whether Redis takes it, and real milliseconds for which it stays. */
const PROBE = ["1", "PX", "60000"] as const;
/** Answers to a write of a server that takes none until something changes there. */
const REFUSED = /^(OOM|READONLY|MISCONF|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN) /;
/**
 * Of these, what new connections lead to again. A server that only reads, or is cut off from its
 * cluster, may have been replaced by another at the same address.
 */
const REFUSED_ANYWHERE = /^(OOM|MISCONF|NOREPLICAS|LOADING) /;
/** Commands that may be under way. */
const UNDER_WAY_MAX = 50_000;

export interface RunOptions {
  /** Real milliseconds that it may take. */
  readonly patienceMs?: number;
  /** Other commands may have taken too long a moment ago. */
  readonly isTriedAnyway?: boolean;
  /** The script itself is sent, and not its name first, so that nothing overtakes it. */
  readonly isSentWhole?: boolean;
}

type Listen = (bytes: Buffer) => void;

/** What one server and a cluster have in common. */
interface Wire {
  connect(): Promise<unknown>;
  send(key: string, args: readonly string[]): Promise<unknown>;
  publish(channel: string, bytes: Buffer): Promise<unknown>;
  subscribe(channel: string, listen: Listen): Promise<unknown>;
  isListening(): boolean;
  destroy(): void;
  lastError(): unknown;
}

const common = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: UNDER_WAY_MAX,
  socket: {
    connectTimeout: CONNECT_MS_MAX,
    reconnectStrategy: (tries: number) => Math.min(100 * (tries + 1), RECONNECT_MS_MAX),
  },
} as const;

function single(url: string): Wire {
  const client = createClient({ url, ...common });
  const subscriber = client.duplicate();
  let last: unknown;
  const keep = (error: unknown): void => {
    last = error;
  };
  for (const each of [client, subscriber]) each.on("error", keep);
  return {
    // Each goes on trying by itself.
    connect: () => Promise.all([client.connect(), subscriber.connect()]),
    send: (_, args) => client.sendCommand(args),
    publish: (channel, bytes) => client.publish(channel, bytes),
    subscribe: (channel, listen) => subscriber.subscribe(channel, listen, true),
    isListening: () => subscriber.isReady,
    destroy() {
      for (const each of [client, subscriber]) if (each.isOpen) each.destroy();
    },
    lastError: () => last,
  };
}

function clusterOf(urls: readonly string[]): Wire {
  const [{ username, password } = new URL("redis://")] = urls.map((url) => new URL(url));
  const isTls = urls[0]?.startsWith("rediss:") === true;
  const credentials = {
    ...(username !== "" && { username: decodeURIComponent(username) }),
    ...(password !== "" && { password: decodeURIComponent(password) }),
  };
  const socket = isTls ? { ...common.socket, tls: true as const } : common.socket;
  const cluster = createCluster({
    rootNodes: urls.map((url) => ({ url })),
    topologyRefreshOnReconnectionAttemptStrategy: LOST_NODE_MS,
    defaults: { ...common, ...credentials, socket },
  });
  let last: unknown;
  cluster.on("error", (error: unknown) => {
    last = error;
  });
  return {
    connect: () => cluster.connect(),
    send: (key, args) => cluster.sendCommand(key, false, [...args]),
    publish: (channel, bytes) => cluster.publish(channel, bytes),
    subscribe: (channel, listen) => cluster.subscribe(channel, listen, true),
    isListening: () => cluster.pubSubNode?.client.isReady === true,
    destroy() {
      if (cluster.isOpen) cluster.destroy();
    },
    lastError: () => last,
  };
}

export class RedisConnection {
  readonly #options: RedisOptions;
  readonly #urls: readonly string[];
  #wire: Wire;
  readonly #hashes = new Map<string, string>();
  #isUp = false;
  #isSubscribed = false;
  #isConnecting = false;
  #isConnected = false;
  #isClosed = false;
  /** Probes in a row that failed. */
  #failures = 0;
  /** Why Redis takes no writes; undefined: it takes them, or does not answer. */
  #refusal: Error | undefined;
  #cancelProbe: () => void = () => undefined;

  constructor(options: RedisOptions) {
    this.#options = options;
    this.#urls = options.url.split(",").map(withEncodedPercents);
    this.#wire = this.#aWire();
  }

  #aWire(): Wire {
    const [url = ""] = this.#urls;
    return this.#urls.length > 1 ? clusterOf(this.#urls) : single(url);
  }

  /** Tries once, and goes on trying whenever it cannot. @returns whether it can be reached */
  async open(): Promise<boolean> {
    await this.#probe(CONNECT_MS_MAX);
    return this.#isUp;
  }

  isUp(): boolean {
    return this.#isUp;
  }

  lastError(): unknown {
    return this.#refusal ?? this.#wire.lastError();
  }

  /** What Redis says that answers and takes no writes. */
  refusal(): string | undefined {
    return this.#refusal?.message;
  }

  /**
   * Runs a script on keys of one slot.
   *
   * @throws RedisGone at once or within its time
   */
  async run(
    script: string,
    keys: readonly string[],
    values: readonly string[],
    {
      patienceMs = this.#options.patienceMs,
      isTriedAnyway = false,
      isSentWhole = false,
    }: RunOptions = {},
  ): Promise<unknown> {
    const within = <T>(command: () => Promise<T>) =>
      isTriedAnyway ? this.#tried(command, patienceMs) : this.#within(command, patienceMs);
    const [key = ""] = keys;
    const rest = [String(keys.length), ...keys, ...values];
    const whole = () => within(() => this.#wire.send(key, ["EVAL", script, ...rest]));
    if (isSentWhole) return whole();
    try {
      const hash = this.#hashOf(script);
      return await within(() => this.#wire.send(key, ["EVALSHA", hash, ...rest]));
    } catch (error) {
      const { cause } = error as Error;
      if (!String(cause).includes("NOSCRIPT")) throw error;
      return whole();
    }
  }

  /**
   * Sends to who listens now; nobody knows whether it arrived. An answer that others wait for goes
   * out though something else took too long a moment ago.
   */
  publish(channel: string, bytes: Buffer): void {
    this.#tried(() => this.#wire.publish(channel, bytes), PUBLISH_MS).catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelProbe();
    this.#isUp = false;
    this.#wire.destroy();
  }

  #hashOf(script: string): string {
    const known = this.#hashes.get(script);
    if (known !== undefined) return known;
    const hash = createHash("sha1").update(script).digest("hex");
    this.#hashes.set(script, hash);
    return hash;
  }

  async #within<T>(command: () => Promise<T>, patienceMs = this.#options.patienceMs): Promise<T> {
    if (!this.#isUp) throw new RedisGone();
    return this.#tried(command, patienceMs);
  }

  async #tried<T>(command: () => Promise<T>, patienceMs: number): Promise<T> {
    try {
      return await this.#inTime(command(), patienceMs);
    } catch (error) {
      const isAnswer = error instanceof Error && /^[A-Z]+ /.test(error.message);
      if (!isAnswer || this.#refuses(error)) this.#set(false);
      throw new RedisGone({ cause: error });
    }
  }

  /** Keeps why Redis takes no writes, where it has just said so. */
  #refuses(error: unknown): boolean {
    const refused = error instanceof Error && REFUSED.test(error.message);
    this.#refusal = refused ? error : undefined;
    return refused;
  }

  #inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.setTimer(ms, () => {
        // A process that was busy itself has yet to read the answer that came in time.
        void nextTurn()
          .then(nextTurn)
          .then(() => reject(new RedisGone()));
      });
      answer.then(resolve, reject).finally(cancel);
    });
  }

  #set(isUp: boolean): void {
    if (this.#isUp === isUp || this.#isClosed) return;
    this.#isUp = isUp;
    this.#options.changed(isUp);
  }

  #probeLater(): void {
    if (this.#isClosed) return;
    this.#cancelProbe = this.#options.setTimer(PROBE_MS, () => void this.#probe(CONNECT_MS_MAX));
  }

  /** Connects where that is yet to be done, and finds out whether Redis takes what is written. */
  async #probe(patienceMs: number): Promise<void> {
    try {
      await this.#connect(patienceMs);
      await this.#inTime(
        this.#wire.send(this.#options.probeKey, ["SET", this.#options.probeKey, ...PROBE]),
        patienceMs,
      );
      this.#refusal = undefined;
      const isListening = this.#wire.isListening();
      this.#failures = isListening ? 0 : this.#failures + 1;
      this.#set(isListening);
    } catch (error) {
      const isSameAnywhere =
        this.#refuses(error) && REFUSED_ANYWHERE.test(String(this.#refusal?.message));
      this.#failures = isSameAnywhere ? 0 : this.#failures + 1;
      this.#set(false);
    }
    if (this.#failures >= FAILURES_MAX) this.#beginAnew();
    this.#probeLater();
  }

  /**
   * A client of a cluster may wait for ever for a node that is gone, when another node still named
   * it, and one of a single server stays with that while its name leads elsewhere.
   */
  #beginAnew(): void {
    if (this.#isClosed) return;
    this.#failures = 0;
    this.#wire.destroy();
    this.#wire = this.#aWire();
    this.#isConnecting = false;
    this.#isConnected = false;
    this.#isSubscribed = false;
  }

  async #connect(patienceMs: number): Promise<void> {
    if (!this.#isConnected) {
      if (this.#isConnecting) throw new RedisGone();
      this.#isConnecting = true;
      const wire = this.#wire;
      const connecting = wire.connect().then(
        () => (this.#isConnected = wire === this.#wire),
        () => undefined,
      );
      void connecting.finally(() => {
        if (wire === this.#wire) this.#isConnecting = false;
      });
      await this.#inTime(connecting, patienceMs);
    }
    if (this.#isSubscribed) return;
    const { channels, received } = this.#options;
    const listening = channels.map((each) => this.#wire.subscribe(each, received));
    await this.#inTime(Promise.all(listening), patienceMs);
    this.#isSubscribed = true;
  }
}
