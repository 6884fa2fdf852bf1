// The keys with which other services sign their id tokens: asked of them, and kept for a while on the
// one clock. Source: protocol: gateway-oauth-limits 5.7.
import type { ErrorDeclaration } from "@antechamber/contract";
import { OidcKeysInvalid, OidcKeysMissing, OidcNotConfigured } from "@antechamber/contract/oauth";
import { ApiError } from "../../../platform/api-error.ts";
import type { Millis } from "../../../platform/clock.ts";
import { dropOldest } from "../../../platform/collections/drop-oldest.ts";
import { isUsableKey, signingAlgorithms, type JsonWebKey } from "../../../platform/formats/jws.ts";
import type { Outbound } from "../../../platform/outbound.ts";
import type { OidcProvider } from "../../applications/oidc-provider.ts";

/** Real milliseconds that a service may take to answer. */
const ANSWER_TIMEOUT_MS = 5000;
/** How long keys are good without being asked for again. */
const FRESH_MS = 3_600_000;
/** A key that is missing is looked for again, but not more often than this. */
const ASK_AGAIN_MS = 60_000;
/** Services whose keys are kept; when there are more, the oldest are asked for anew. */
const SERVICES_KEPT = 200;
/** Keys of one service that are looked at. */
const KEYS_MAX = 100;

type Keys = readonly JsonWebKey[];

/** The keys of a provider, with the algorithms that its discovery document lists, if it was asked. */
interface KeySet {
  readonly keys: Keys;
  readonly algorithms?: readonly unknown[];
}

interface Kept extends KeySet {
  readonly at: Millis;
}

/** What the head of a token says of how it was signed. */
export interface SignedBy {
  readonly kid: string;
  readonly alg: unknown;
}

export interface ProviderKeys {
  /**
   * The key of a provider that a token names, or undefined when it has none, or does not list the
   * token's algorithm.
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
  const given: readonly unknown[] = Array.isArray(keys) ? keys.slice(0, KEYS_MAX) : [];
  const isUsable = await Promise.all(given.map(isUsableKey));
  const usable = given.filter((_, i) => isUsable[i]) as Keys;
  if (usable.length === 0) throw new ApiError(OidcKeysInvalid);
  return usable;
}

/** Opens what one service keeps of others' keys. */
export function openProviderKeys(deps: {
  readonly outbound: Outbound;
  readonly production: boolean;
}): ProviderKeys {
  return new KeptKeys(deps.outbound, deps.production);
}

class KeptKeys implements ProviderKeys {
  readonly #outbound: Outbound;
  readonly #production: boolean;
  readonly #kept = new Map<string, Kept>();
  readonly #underWay = new Map<string, Promise<KeySet>>();

  constructor(outbound: Outbound, production: boolean) {
    this.#outbound = outbound;
    this.#production = production;
  }

  async find(provider: OidcProvider, by: SignedBy, now: Millis): Promise<JsonWebKey | undefined> {
    if (provider.jwks !== undefined) return keyIn({ keys: await usableKeys(provider.jwks) }, by);
    const source = provider.jwks_uri ?? `discovery of ${provider.issuer}`;
    const kept = this.#kept.get(source);
    // A clock may be set back too.
    const age = kept === undefined ? Infinity : Math.abs(now - kept.at);
    const known = kept === undefined ? undefined : keyIn(kept, by);
    if (age < ASK_AGAIN_MS || (known !== undefined && age < FRESH_MS)) return known;
    return keyIn(await this.#ask(provider, source, now), by);
  }

  /** Those who ask at the same time share one answer. */
  async #ask(provider: OidcProvider, source: string, now: Millis): Promise<KeySet> {
    const underWay = this.#underWay.get(source) ?? this.#fetch(provider);
    this.#underWay.set(source, underWay);
    try {
      const found = await underWay;
      this.#kept.delete(source);
      this.#kept.set(source, { at: now, ...found });
      dropOldest(this.#kept, SERVICES_KEPT);
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

  /** What the issuer's discovery document says of its keys. @throws OidcNotConfigured */
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
