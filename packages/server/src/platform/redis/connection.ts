// The connections to Redis, or to a cluster of it. Commands have short timeouts: after one has
// failed, all fail at once until Redis answers again. A Redis that answers and takes no writes, as
// when its memory is full, counts as down.
import { createClient, createCluster } from "@redis/client";
import { createHash } from "node:crypto";
import { withEncodedPercents } from "../formats/percent-encoding.ts";
import { nextTurn } from "../async/event-loop.ts";

export interface RedisOptions {
  /** `redis://user:password@host:port/database`; the nodes of a cluster separated by commas. */
  readonly url: string;
  /** The timeout of a command in real milliseconds. */
  readonly timeoutMs: number;
  /** Runs a task after real milliseconds. */
  readonly setTimer: (ms: number, task: () => void) => () => void;
  /** A key of the same service, which probes write. */
  readonly probeKey: string;
  /** The channels to subscribe to, whose messages `received` gets. */
  readonly channels: readonly string[];
  readonly received: (bytes: Buffer) => void;
  /** Called when Redis becomes reachable or unreachable. */
  readonly changed: (isUp: boolean) => void;
}

/** Redis does not answer, or not in time. */
export class RedisGone extends Error {
  override readonly name = "RedisGone";
  constructor(options?: ErrorOptions) {
    super("Redis does not answer", options);
  }
}

/** How often Redis is probed. Milliseconds. */
const PROBE_MS = 250;
/** After this many failed probes in a row, some three seconds, the clients are replaced. */
const FAILURES_MAX = 12;
/** The maximum delay between attempts to connect, and the timeout of one. */
const RECONNECT_MS_MAX = 1_000;
const CONNECT_MS_MAX = 2_000;
/** How long a node may be unreachable before the topology is refreshed. Real milliseconds. */
const LOST_NODE_MS = 500;
/** The timeout of a publish, which nothing awaits. Real milliseconds. */
const PUBLISH_MS = 1_000;
/** The value that a probe writes, and its TTL in milliseconds. */
const PROBE = ["1", "PX", "60000"] as const;
/** Error replies of a server that takes no writes until something changes there. */
const REFUSED = /^(OOM|READONLY|MISCONF|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN) /;
/**
 * Of these, the errors that a new connection would run into again. A read-only server, or one that
 * is cut off from its cluster, may have been replaced by another at the same address.
 */
const REFUSED_ANYWHERE = /^(OOM|MISCONF|NOREPLICAS|LOADING) /;
/** The maximum number of commands in flight. */
const IN_FLIGHT_MAX = 50_000;

export interface RunOptions {
  /** The timeout in real milliseconds. */
  readonly timeoutMs?: number;
  /** Sends the command even if others have timed out a moment ago. */
  readonly evenWhenDown?: boolean;
  /** Sends the script itself, and not its hash first, so that nothing overtakes it. */
  readonly sendsScript?: boolean;
}

type Listen = (bytes: Buffer) => void;

/** The operations of both a single server and a cluster. */
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
  commandsQueueMaxLength: IN_FLIGHT_MAX,
  socket: {
    connectTimeout: CONNECT_MS_MAX,
    reconnectStrategy: (tries: number) => Math.min(100 * (tries + 1), RECONNECT_MS_MAX),
  },
} as const;

function singleServer(url: string): Wire {
  const client = createClient({ url, ...common });
  const subscriber = client.duplicate();
  let last: unknown;
  const keepLast = (error: unknown): void => {
    last = error;
  };
  for (const each of [client, subscriber]) each.on("error", keepLast);
  return {
    // Each client keeps retrying by itself.
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
  /** The number of failed probes in a row. */
  #failures = 0;
  /** Why Redis takes no writes; undefined: it takes them, or does not answer. */
  #refusal: Error | undefined;
  #cancelProbe: () => void = () => undefined;

  constructor(options: RedisOptions) {
    this.#options = options;
    this.#urls = options.url.split(",").map(withEncodedPercents);
    this.#wire = this.#createWire();
  }

  #createWire(): Wire {
    const [url = ""] = this.#urls;
    return this.#urls.length > 1 ? clusterOf(this.#urls) : singleServer(url);
  }

  /** Tries to connect once, and goes on in the background. @returns whether Redis is reachable */
  async open(): Promise<boolean> {
    await this.#probe();
    return this.#isUp;
  }

  isUp(): boolean {
    return this.#isUp;
  }

  lastError(): unknown {
    return this.#refusal ?? this.#wire.lastError();
  }

  /** The error of a Redis that answers and takes no writes. */
  refusal(): string | undefined {
    return this.#refusal?.message;
  }

  /**
   * Runs a script on keys of one slot.
   *
   * @throws RedisGone at once or within the timeout
   */
  async run(
    script: string,
    keys: readonly string[],
    values: readonly string[],
    {
      timeoutMs = this.#options.timeoutMs,
      evenWhenDown = false,
      sendsScript = false,
    }: RunOptions = {},
  ): Promise<unknown> {
    const send = <T>(command: () => Promise<T>) =>
      evenWhenDown ? this.#send(command, timeoutMs) : this.#sendIfUp(command, timeoutMs);
    const [key = ""] = keys;
    const rest = [String(keys.length), ...keys, ...values];
    const sendScript = () => send(() => this.#wire.send(key, ["EVAL", script, ...rest]));
    if (sendsScript) return sendScript();
    try {
      const hash = this.#hashOf(script);
      return await send(() => this.#wire.send(key, ["EVALSHA", hash, ...rest]));
    } catch (error) {
      const { cause } = error as Error;
      if (!String(cause).includes("NOSCRIPT")) throw error;
      return sendScript();
    }
  }

  /**
   * Publishes to the current subscribers, without confirmation. It is sent even if other commands
   * have timed out a moment ago, since it may be an answer that others await.
   */
  publish(channel: string, bytes: Buffer): void {
    this.#send(() => this.#wire.publish(channel, bytes), PUBLISH_MS).catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelProbe();
    this.#isUp = false;
    this.#wire.destroy();
  }

  #hashOf(script: string): string {
    const cached = this.#hashes.get(script);
    if (cached !== undefined) return cached;
    const hash = createHash("sha1").update(script).digest("hex");
    this.#hashes.set(script, hash);
    return hash;
  }

  async #sendIfUp<T>(command: () => Promise<T>, timeoutMs: number): Promise<T> {
    if (!this.#isUp) throw new RedisGone();
    return this.#send(command, timeoutMs);
  }

  async #send<T>(command: () => Promise<T>, timeoutMs: number): Promise<T> {
    try {
      return await this.#withTimeout(command(), timeoutMs);
    } catch (error) {
      const isAnswer = error instanceof Error && /^[A-Z]+ /.test(error.message);
      if (!isAnswer || this.#noteRefusal(error)) this.#setIsUp(false);
      throw new RedisGone({ cause: error });
    }
  }

  /** Whether an error says that Redis takes no writes; keeps it if so. */
  #noteRefusal(error: unknown): boolean {
    const refused = error instanceof Error && REFUSED.test(error.message);
    this.#refusal = refused ? error : undefined;
    return refused;
  }

  #withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#options.setTimer(ms, () => {
        // A process that was busy itself may have yet to read an answer that came in time.
        void nextTurn()
          .then(nextTurn)
          .then(() => reject(new RedisGone()));
      });
      answer.then(resolve, reject).finally(cancel);
    });
  }

  #setIsUp(isUp: boolean): void {
    if (this.#isUp === isUp || this.#isClosed) return;
    this.#isUp = isUp;
    this.#options.changed(isUp);
  }

  #scheduleProbe(): void {
    if (this.#isClosed) return;
    this.#cancelProbe = this.#options.setTimer(PROBE_MS, () => void this.#probe());
  }

  /** Connects if necessary, and probes whether Redis takes writes. */
  async #probe(): Promise<void> {
    try {
      await this.#connect();
      await this.#withTimeout(
        this.#wire.send(this.#options.probeKey, ["SET", this.#options.probeKey, ...PROBE]),
        CONNECT_MS_MAX,
      );
      this.#refusal = undefined;
      const isListening = this.#wire.isListening();
      this.#failures = isListening ? 0 : this.#failures + 1;
      this.#setIsUp(isListening);
    } catch (error) {
      const isSameAnywhere =
        this.#noteRefusal(error) && REFUSED_ANYWHERE.test(String(this.#refusal?.message));
      this.#failures = isSameAnywhere ? 0 : this.#failures + 1;
      this.#setIsUp(false);
    }
    if (this.#failures >= FAILURES_MAX) this.#replaceClient();
    this.#scheduleProbe();
  }

  /**
   * Replaces the client. A cluster client may wait forever for a node that is gone, if another node
   * still named it, and the client of a single server keeps that server when its name leads
   * elsewhere.
   */
  #replaceClient(): void {
    if (this.#isClosed) return;
    this.#failures = 0;
    this.#wire.destroy();
    this.#wire = this.#createWire();
    this.#isConnecting = false;
    this.#isConnected = false;
    this.#isSubscribed = false;
  }

  async #connect(): Promise<void> {
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
      await this.#withTimeout(connecting, CONNECT_MS_MAX);
    }
    if (this.#isSubscribed) return;
    const { channels, received } = this.#options;
    const listening = channels.map((each) => this.#wire.subscribe(each, received));
    await this.#withTimeout(Promise.all(listening), CONNECT_MS_MAX);
    this.#isSubscribed = true;
  }
}
