// Finds the world that a call on the shared port belongs to, by its credential or by the picture
// that it is about; the first world takes precedence over all others. Source: product.md, Control plane.
import { limits } from "@antechamber/contract";
import { clientNamed } from "../domains/oauth/clients.ts";
import { isGoodPathToken, pathTokenIn } from "../domains/interactions/path-token.ts";
import type { FastifyRequest } from "fastify";
import { dropOldest } from "../platform/collections/drop-oldest.ts";
import type { ReadContext } from "../platform/context.ts";
import { secretDigest } from "../platform/crypto.ts";
import { textIn, type BodyClaim } from "../transports/http/authentication/body-credential.ts";
import { sessionOwnerOf } from "../transports/gateway/sessions/session-owner.ts";
import { pictureSearch } from "../transports/http/files/cdn.ts";
import type { World } from "./world.ts";

/** Whether a credential is valid in a world. */
type Knows = (world: World) => Promise<boolean>;

export class WorldFinder {
  readonly #main: World;
  readonly #others: ReadonlyMap<string, World>;
  /** A cache of the world in which a credential was valid, by the credential's digest. */
  readonly #known = new Map<string, World>();

  constructor(main: World, others: ReadonlyMap<string, World>) {
    this.#main = main;
    this.#others = others;
  }

  /**
   * Clears the cache when a world is added or removed, since a credential may then be valid
   * in several worlds, or in none.
   */
  changed(): void {
    this.#known.clear();
  }

  /** The world of a call, as far as its headers and URL show it. */
  ofCall(request: FastifyRequest): World | Promise<World> {
    if (this.#others.size === 0 || request.url.startsWith("/control/")) return this.#main;
    const hasPicture = pictureSearch(request);
    if (hasPicture !== undefined) return this.#first(({ work }) => hasPicture(work));
    const { authorization } = request.headers;
    if (authorization !== undefined && !/^basic /i.test(authorization)) {
      return this.#of(`credential ${authorization}`, async (world) => {
        return (await world.callerOf(authorization)) !== undefined;
      });
    }
    const inPath = pathTokenIn(request.params);
    if (inPath !== undefined) {
      const isGood = knowsBy((ctx) => isGoodPathToken(ctx, inPath));
      return this.#of(`path ${inPath.webhookId ?? ""} ${inPath.token}`, isGood);
    }
    const clientId = clientIdIn(request.url);
    return clientId === undefined ? this.#main : this.#ofClient(clientId);
  }

  /** The world of the credential in a body or in HTTP Basic; undefined if it shows none. */
  async ofBody(claim: BodyClaim): Promise<World | undefined> {
    if (this.#others.size === 0) return undefined;
    const proven = await this.#only(async (world) => {
      return (await world.callerInBody(claim)) !== undefined;
    });
    const clientId = proven === undefined ? clientIdOf(claim) : undefined;
    return clientId === undefined ? proven : this.#ofClient(clientId);
  }

  /** The world, other than the first, in which a gateway token is valid. */
  ofSession(token: string): Promise<World | undefined> | undefined {
    if (this.#others.size === 0) return undefined;
    const isKnown = knowsBy(async (ctx) => (await sessionOwnerOf(ctx, token)) !== undefined);
    return this.#of(`session ${token}`, isKnown).then((world) =>
      world === this.#main ? undefined : world,
    );
  }

  #ofClient(clientId: string): Promise<World> {
    return this.#of(
      `client ${clientId}`,
      knowsBy(async (ctx) => (await clientNamed(ctx, clientId)) !== undefined),
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

  /**
   * The first of all worlds that has a picture. Clients make the address of a picture themselves,
   * from an id and a hash, and pictures of the same hash are the same in all worlds.
   */
  async #first(has: Knows): Promise<World> {
    for (const world of [this.#main, ...this.#others.values()]) if (await has(world)) return world;
    return this.#main;
  }

  /** The first world if the credential is valid there, else the only other world in which it is. */
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

function knowsBy(look: (ctx: ReadContext) => Promise<boolean>): Knows {
  return (world) => world.work.read(look);
}

function clientIdOf({ names, form, basic }: BodyClaim): string | undefined {
  if (basic !== undefined || "token" in names) return basic?.id;
  return textIn(form, names.id);
}

/** The client id in the URL of a consent page, or of a login page that returns to one. */
function clientIdIn(url: string): string | undefined {
  const queryAt = url.indexOf("?");
  if (!url.startsWith("/oauth2/") || queryAt < 0) return undefined;
  const query = new URLSearchParams(url.slice(queryAt));
  const own = query.get("client_id");
  const back = query.get("return_to");
  if (own !== null || back === null) return own ?? undefined;
  return new URLSearchParams(back.slice(back.indexOf("?"))).get("client_id") ?? undefined;
}
