// The keys with which external services sign their id tokens: fetched, and cached for a while by
// the world's clock. Source: protocol: gateway-oauth-limits 5.7.
import type { ErrorDeclaration } from "@antechamber/contract";
import { OidcKeysInvalid, OidcKeysMissing, OidcNotConfigured } from "@antechamber/contract/oauth";
import { ApiError } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import { isUsableKey, signingAlgorithms, type JsonWebKey } from "../../../platform/formats/jws.ts";
import type { Outbound } from "../../../platform/outbound.ts";
import type { OidcProvider } from "../../applications/oidc-provider.ts";

/** The timeout of a request to a service, in real milliseconds. */
const ANSWER_TIMEOUT_MS = 5000;
/** How long cached keys are used without being fetched again. */
const FRESH_MS = 3_600_000;
/** How long after a fetch a missing key is not looked for again. */
const ASK_AGAIN_MS = 60_000;
/** The most services whose keys are cached; the oldest are evicted first. */
const CACHED_PROVIDERS_MAX = 200;
/** The most keys of one service that are considered. */
const KEYS_MAX = 100;

type Keys = readonly JsonWebKey[];

/** A provider's keys, and the algorithms that its discovery document lists, if that was fetched. */
interface KeySet {
  readonly keys: Keys;
  readonly algorithms?: readonly unknown[];
}

interface CachedKeySet extends KeySet {
  readonly at: Millis;
}

/** The key id and algorithm in a token's header. */
export interface SignedBy {
  readonly kid: string;
  readonly alg: unknown;
}

export interface ProviderKeys {
  /**
   * Finds the provider's key that a token's header names; undefined when the provider has no such
   * key or does not list the token's algorithm.
   *
   * @throws OidcNotConfigured, OidcKeysMissing, OidcKeysInvalid
   */
  find(provider: OidcProvider, by: SignedBy, now: Millis): Promise<JsonWebKey | undefined>;
}

function keyIn({ keys, algorithms }: KeySet, { kid, alg }: SignedBy): JsonWebKey | undefined {
  if (algorithms?.includes(alg) === false) return undefined;
  return keys.find((key) => key["kid"] === kid);
}

/** The usable keys of a key set. @throws OidcKeysInvalid */
async function usableKeys(set: unknown): Promise<Keys> {
  const { keys } = (typeof set === "object" && set !== null ? set : {}) as { keys?: unknown };
  const entries: readonly unknown[] = Array.isArray(keys) ? keys.slice(0, KEYS_MAX) : [];
  const isUsable = await Promise.all(entries.map(isUsableKey));
  const usable = entries.filter((_, i) => isUsable[i]) as Keys;
  if (usable.length === 0) throw new ApiError(OidcKeysInvalid);
  return usable;
}

/** Opens the cache of external services' keys. */
export function openProviderKeys(deps: {
  readonly outbound: Outbound;
  readonly production: boolean;
}): ProviderKeys {
  return new CachedKeys(deps.outbound, deps.production);
}

class CachedKeys implements ProviderKeys {
  readonly #outbound: Outbound;
  readonly #production: boolean;
  readonly #cached = new Map<string, CachedKeySet>();
  readonly #underWay = new Map<string, Promise<KeySet>>();

  constructor(outbound: Outbound, production: boolean) {
    this.#outbound = outbound;
    this.#production = production;
  }

  async find(provider: OidcProvider, by: SignedBy, now: Millis): Promise<JsonWebKey | undefined> {
    if (provider.jwks !== undefined) return keyIn({ keys: await usableKeys(provider.jwks) }, by);
    const source = provider.jwks_uri ?? `discovery of ${provider.issuer}`;
    const cached = this.#cached.get(source);
    // The clock may have been set back.
    const age = cached === undefined ? Infinity : Math.abs(now - cached.at);
    const cachedKey = cached === undefined ? undefined : keyIn(cached, by);
    if (age < ASK_AGAIN_MS || (cachedKey !== undefined && age < FRESH_MS)) return cachedKey;
    return keyIn(await this.#ask(provider, source, now), by);
  }

  /** Fetches keys; concurrent calls for the same source share one request. */
  async #ask(provider: OidcProvider, source: string, now: Millis): Promise<KeySet> {
    const underWay = this.#underWay.get(source) ?? this.#fetch(provider);
    this.#underWay.set(source, underWay);
    try {
      const found = await underWay;
      this.#cached.delete(source);
      this.#cached.set(source, { at: now, ...found });
      dropOldest(this.#cached, CACHED_PROVIDERS_MAX);
      return found;
    } finally {
      this.#underWay.delete(source);
    }
  }

  async #fetch(provider: OidcProvider): Promise<KeySet> {
    if (provider.jwks_uri !== undefined) return { keys: await this.#keysAt(provider.jwks_uri) };
    const { jwks_uri, algorithms } = await this.#discover(provider);
    return { keys: await this.#keysAt(jwks_uri), algorithms };
  }

  async #keysAt(address: string): Promise<Keys> {
    return usableKeys(await this.#get(address, OidcKeysMissing, OidcKeysInvalid));
  }

  /**
   * The key set's address and the algorithms in the issuer's discovery document.
   *
   * @throws OidcNotConfigured
   */
  async #discover({ issuer }: OidcProvider) {
    const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const found = await this.#get(address, OidcNotConfigured, OidcNotConfigured);
    const document = (typeof found === "object" && found !== null ? found : {}) as {
      readonly issuer?: unknown;
      readonly jwks_uri?: unknown;
      readonly id_token_signing_alg_values_supported?: unknown;
    };
    const { jwks_uri, id_token_signing_alg_values_supported: algorithms } = document;
    const listed: readonly unknown[] = Array.isArray(algorithms) ? algorithms : [];
    const isWhole = document.issuer === issuer && signingAlgorithms.some((a) => listed.includes(a));
    if (!isWhole || typeof jwks_uri !== "string") throw new ApiError(OidcNotConfigured);
    return { jwks_uri, algorithms: listed };
  }

  async #get(url: string, missing: ErrorDeclaration, invalid: ErrorDeclaration): Promise<unknown> {
    if (this.#production && !/^https:/i.test(url)) throw new ApiError(missing);
    const headers = { accept: "application/json" };
    const request = { method: "GET", url, headers, body: "" } as const;
    const answer = await this.#outbound.send(request, ANSWER_TIMEOUT_MS);
    if (answer.kind !== "answered" || answer.status !== 200) throw new ApiError(missing);
    try {
      return JSON.parse(answer.body.toString("utf8")) as unknown;
    } catch {
      throw new ApiError(invalid);
    }
  }
}
