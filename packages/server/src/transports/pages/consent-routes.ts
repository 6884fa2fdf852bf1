// The consent page: the handlers of its GET and POST. Source: protocol: gateway-oauth-limits 5.2,
// 5.3.
import { permissionSet } from "@antechamber/contract";
import { AuthorizeQuery } from "@antechamber/contract/oauth";
import type { FastifyReply } from "fastify";
import type { SignedIn } from "../../domains/oauth/browser-session.ts";
import {
  decide,
  guildChoices,
  isSilent,
  type Decision,
} from "../../domains/oauth/consent-decision.ts";
import {
  readRequest,
  type AuthorizationRequest,
  type AuthorizeParameters,
  type RequestReading,
} from "../../domains/oauth/authorize-request.ts";
import { WEBHOOK_SCOPE } from "../../domains/applications/scopes.ts";
import { channelChoices } from "../../domains/oauth/consent-webhook.ts";
import { definedFields } from "../../platform/defined-fields.ts";
import { formFields } from "./browser.ts";
import { answerOwnForm } from "./csrf.ts";
import { accountObstacle, consentPage, namedPermissions } from "./consent-page.ts";
import {
  proofFor,
  queryOf,
  sendOn,
  sendToSignIn,
  show,
  showNotice,
  pageContext,
  type PageContext,
} from "./page-context.ts";

/** Longer values of parameters are cut off here. */
const PARAMETER_MAX = 4096;

/** The parameters in the page's URL, with the last value of each; absent ones are empty. */
function parametersOf(visit: PageContext): AuthorizeParameters {
  const query = queryOf(visit);
  const names = Object.keys(AuthorizeQuery.properties);
  return Object.fromEntries(
    names.map((name) => [name, query.getAll(name).at(-1)?.slice(0, PARAMETER_MAX) ?? ""]),
  );
}

/** Refuses an invalid request: redirects to the application where that is safe, or explains it. */
function refuse(
  visit: PageContext,
  reading: Exclude<RequestReading, { is: "valid" }>,
): FastifyReply {
  const title = "This link does not work";
  switch (reading.is) {
    case "unknownApplication":
      return showNotice(visit, 400, [
        title,
        "Unknown application: its client_id is not known here.",
      ]);
    case "wrongRedirect":
      return showNotice(visit, 400, [
        title,
        "Invalid OAuth2 redirect_uri: the application did not register this address.",
      ]);
    case "refused":
      if (reading.location !== undefined) return sendOn(visit, reading.location);
      return showNotice(visit, 400, [title, reading.error.description]);
  }
}

/** GET: asks for consent, unless none is needed. */
export async function showConsent(visit: PageContext): Promise<FastifyReply> {
  const { work } = visit.deps;
  const reading = await work.read((ctx) => readRequest(ctx, parametersOf(visit)));
  if (reading.is !== "valid") return refuse(visit, reading);
  const signedIn = await pageContext(visit);
  if (signedIn === undefined) return sendToSignIn(visit);
  const { request } = reading;
  if (await work.read((ctx) => isSilent(ctx, signedIn.person, request)))
    return carryOut(visit, signedIn, { request, decision: { authorize: true } });
  return ask(visit, signedIn, request);
}

async function ask(visit: PageContext, { person }: SignedIn, request: AuthorizationRequest) {
  const { work } = visit.deps;
  const guilds = await work.read((ctx) => guildChoices(ctx, person));
  const channels = request.scopes.includes(WEBHOOK_SCOPE)
    ? await work.read((ctx) => channelChoices(ctx, person))
    : undefined;
  const obstacle = accountObstacle(person, request.scopes);
  const proof = await proofFor(visit);
  const address = visit.request.url;
  return show(
    visit,
    200,
    consentPage({ request, person, guilds, channels, proof, address, obstacle }),
  );
}

interface Answer {
  readonly request: AuthorizationRequest;
  readonly decision: Decision;
}

async function carryOut(visit: PageContext, { person, signedInAt }: SignedIn, answer: Answer) {
  const decision = { ...answer.decision, authenticatedAt: signedInAt };
  const { host } = visit.request.headers;
  const decided = { request: answer.request, decision, host };
  return sendOn(visit, await visit.deps.work.transaction((ctx) => decide(ctx, person, decided)));
}

/** POST: carries out the person's decision. */
export function answerConsent(visit: PageContext): Promise<FastifyReply> {
  return answerOwnForm(visit, async (signedIn) => {
    const { work } = visit.deps;
    const reading = await work.read((ctx) => readRequest(ctx, parametersOf(visit)));
    if (reading.is !== "valid") return refuse(visit, reading);
    const { request } = reading;
    return carryOut(visit, signedIn, { request, decision: decisionOf(visit, request) });
  });
}

/** An id in a form, or undefined. */
function idIn(fields: URLSearchParams, name: string): string | undefined {
  const id = fields.get(name) ?? "";
  return /^[0-9]{1,20}$/.test(id) ? id : undefined;
}

/** The person's decision; permissions can only be fewer than requested. */
function decisionOf(visit: PageContext, { permissions }: AuthorizationRequest): Decision {
  const fields = formFields(visit.request);
  const ticked = new Set(fields.getAll("permission"));
  const granted = namedPermissions(permissions).filter((name) => ticked.has(name));
  return {
    authorize: fields.get("decision") === "accept",
    permissions: permissionSet(...granted),
    ...definedFields({
      guild_id: idIn(fields, "guild_id"),
      webhook_channel_id: idIn(fields, "webhook_channel_id"),
    }),
  };
}
