// A browser's request for a page, and ways to reply to it.
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type SignedIn,
  newBrowserSecret,
  personSignedIn,
} from "../../domains/oauth/browser-session.ts";
import {
  isUsedUp,
  type Claim,
  type RateLimitCounters,
} from "../../platform/rate-limit-counters.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Settings } from "../../platform/context.ts";
import type { Transactions } from "../../platform/transactions.ts";
import { browserSecret, formProof, giveSecret } from "./browser.ts";
import { messagePage, pageHeaders } from "./layout.ts";

/** What a page needs of its world. */
export interface PageDeps {
  readonly name: string;
  readonly work: Transactions;
  readonly settings: Settings;
  readonly counters: RateLimitCounters;
  readonly clock: Clock;
  /** Whether failed attempts are limited. */
  readonly isLimited: () => boolean;
}

export interface PageContext {
  readonly deps: PageDeps;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Shows a page. */
export function show({ reply }: PageContext, status: number, markup: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).serializer(String).send(markup);
}

/** Shows a page with one message. */
export function showNotice(
  visit: PageContext,
  status: number,
  text: readonly [title: string, text: string],
) {
  return show(visit, status, messagePage(...text));
}

/** The query of the page's URL. */
export function queryOf({ request }: PageContext): URLSearchParams {
  const queryAt = request.url.indexOf("?");
  return new URLSearchParams(queryAt < 0 ? "" : request.url.slice(queryAt));
}

/** Redirects the browser; after a form with 303, so that it is not submitted again. */
export function sendOn({ request, reply }: PageContext, location: string): FastifyReply {
  reply.header("cache-control", "no-store").header("referrer-policy", "same-origin");
  return reply.redirect(location, request.method === "POST" ? 303 : 302);
}

/** The person who is signed in in the browser, or undefined. */
export function pageContext({ deps, request }: PageContext): Promise<SignedIn | undefined> {
  const secret = browserSecret(request, deps);
  return deps.work.read((ctx) => personSignedIn(ctx, secret));
}

/** The CSRF token for the forms of a page; a browser without a secret is given one. */
export async function proofFor({ deps, request, reply }: PageContext): Promise<string> {
  const known = browserSecret(request, deps);
  if (known !== undefined) return formProof(known);
  const secret = await deps.work.transaction((ctx) => Promise.resolve(newBrowserSecret(ctx)));
  giveSecret(reply, deps, secret);
  return formProof(secret);
}

/** Counts a failed attempt. @returns true when there were too many */
export async function isOneTooMany({ deps }: PageContext, attempts: Claim): Promise<boolean> {
  if (!deps.isLimited()) return false;
  const { full } = await deps.counters.take([attempts], deps.clock.now());
  return full !== undefined;
}

/** True for an owner whose failed attempts are used up. */
export function haveTooManyFailed({ deps }: PageContext, { key }: Claim): boolean {
  const window = deps.counters.peek(key, deps.clock.now());
  return window !== undefined && isUsedUp(window);
}

/** Redirects a browser in which no one is signed in to sign-in, which leads back here. */
export function sendToSignIn(visit: PageContext): FastifyReply {
  const query = new URLSearchParams({ return_to: visit.request.url }).toString();
  return sendOn(visit, `/oauth2/sign-in?${query}`);
}
