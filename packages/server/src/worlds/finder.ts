// Finds the world that a call on the shared port is made in: by the credential that it shows, the first
// world before all others. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { clientNamed } from "../domains/oauth/clients.ts";
import { isGoodPathToken, pathTokenIn } from "../domains/interactions/path-token.ts";
import type { FastifyRequest } from "fastify";
import { dropOldest } from "../platform/collections/drop-oldest.ts";
import type { ReadContext } from "../platform/context.ts";
import { secretDigest } from "../platform/crypto.ts";
import { textIn, type BodyClaim } from "../transports/http/authentication/body-credential.ts";
import { sessionOwnerOf } from "../transports/gateway/sessions/session-owner.ts";
import type { World } from "./world.ts";

/** Whether a world knows a credential. */
type Knows = (world: World) => Promise<boolean>;

export class WorldFinder {
  readonly #main: World;
  readonly #others: ReadonlyMap<string, World>;
  /** Which world knew a credential, by its digest. */
  readonly #known = new Map<string, World>();

  constructor(main: World, others: ReadonlyMap<string, World>) {
    this.#main = main;
    this.#others = others;
  }

  /** A world came or went: who was found alone may not be any more. */
  changed(): void {
    this.#known.clear();
  }

  /** The world of a call, as far as what stands before its body says it. */
  ofCall(request: FastifyRequest): World | Promise<World> {
    if (this.#others.size === 0 || request.url.startsWith("/control/")) return this.#main;
    const { authorization } = request.headers;
    if (authorization !== undefined && !/^basic /i.test(authorization)) {
      return this.#of(`credential ${authorization}`, async (world) => {
        return (await world.callerOf(authorization)) !== undefined;
      });
    }
    const inPath = pathTokenIn(request.params);
    if (inPath !== undefined) {
      const isGood = reading((ctx) => isGoodPathToken(ctx, inPath));
      return this.#of(`path ${inPath.webhookId ?? ""} ${inPath.token}`, isGood);
    }
    const clientId = clientIdIn(request.url);
    return clientId === undefined ? this.#main : this.#ofClient(clientId);
  }

  /** The world of what a body, or HTTP Basic, shows; undefined for nothing that says it. */
  async ofBody(claim: BodyClaim): Promise<World | undefined> {
    if (this.#others.size === 0) return undefined;
    const proven = await this.#only(async (world) => {
      return (await world.callerInBody(claim)) !== undefined;
    });
    const clientId = proven === undefined ? clientIdOf(claim) : undefined;
    return clientId === undefined ? proven : this.#ofClient(clientId);
  }

  /** The world besides the first one whose gateway knows a token. */
  ofSession(token: string): Promise<World | undefined> | undefined {
    if (this.#others.size === 0) return undefined;
    const isKnown = reading(async (ctx) => (await sessionOwnerOf(ctx, token)) !== undefined);
    return this.#of(`session ${token}`, isKnown).then((world) =>
      world === this.#main ? undefined : world,
    );
  }

  #ofClient(clientId: string): Promise<World> {
    return this.#of(
      `client ${clientId}`,
      reading(async (ctx) => (await clientNamed(ctx, clientId)) !== undefined),
    );
  }

  async #of(credential: string, knows: Knows): Promise<World> {
    const digest = secretDigest(credential);
    const before = this.#known.get(digest);
    if (before !== undefined && !(await knows(this.#main)) && (await knows(before))) return before;
    const found = await this.#only(knows);
    if (found !== undefined && found !== this.#main) this.#remember(digest, found);
    return found ?? this.#main;
  }

  /** The first world if it knows a credential, else the only other one that does. */
  async #only(knows: Knows): Promise<World | undefined> {
    if (await knows(this.#main)) return this.#main;
    let found: World | undefined;
    for (const world of this.#others.values()) {
      if (!(await knows(world))) continue;
      if (found !== undefined) return undefined;
      found = world;
    }
    return found;
  }

  #remember(digest: string, world: World): void {
    this.#known.set(digest, world);
    dropOldest(this.#known, limits.worldCredentials.value);
  }
}

function reading(look: (ctx: ReadContext) => Promise<boolean>): Knows {
  return (world) => world.work.read(look);
}

function clientIdOf({ names, form, basic }: BodyClaim): string | undefined {
  if (basic !== undefined || "token" in names) return basic?.id;
  return textIn(form, names.id);
}

/** Of a page on which people decide, or of the one that leads back there. */
function clientIdIn(url: string): string | undefined {
  const queryAt = url.indexOf("?");
  if (!url.startsWith("/oauth2/") || queryAt < 0) return undefined;
  const query = new URLSearchParams(url.slice(queryAt));
  const own = query.get("client_id");
  const back = query.get("return_to");
  if (own !== null || back === null) return own ?? undefined;
  return new URLSearchParams(back.slice(back.indexOf("?"))).get("client_id") ?? undefined;
}
