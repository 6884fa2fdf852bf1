import { UnknownApplication } from "@antechamber/contract";
import {
  authorize,
  authorizeDevice,
  exchangeToken,
  finishDevice,
  getAuthorization,
  listAuthorizations,
  removeAuthorization,
  revokeToken,
  verifyDevice,
} from "@antechamber/contract/oauth";
import { ApiError, invalidForm } from "../../platform/api-error.ts";
import type { Caller, ReadContext } from "../../platform/context.ts";
import { handle, handleAsync, noContent, reply, type Binding } from "../../platform/handler.ts";
import { withPrefix } from "../../platform/records/compound-keys.ts";
import { applicationOf } from "../applications/operations.ts";
import { callingUser } from "../users/operations.ts";
import { authorizations } from "../applications/authorization.ts";
import { decide } from "./consent-decision.ts";
import { decideDevice, pendingDevice } from "./device.ts";
import { exchange } from "./grants.ts";
import { provenPlayer, type IdentifyingDeps } from "./accounts/external-auth.ts";
import { authorizeDeviceSignIn } from "./operations.ts";
import { removeAuthorizationOf, revokeByRequest } from "./accounts/deauthorize.ts";
import { readRequest, type AuthorizeParameters, type RequestReading } from "./authorize-request.ts";
import { identityHandlers } from "./identity-handlers.ts";
import { publicApplicationView, questionView } from "./views.ts";
import { partnerHandlers } from "./accounts/partner-handlers.ts";
import { integrationHandlers } from "./installs/integration-handlers.ts";

/** The refusal of a request that cannot be redirected to the application. */
function refusalOf(reading: Exclude<RequestReading, { is: "valid" }>): ApiError {
  switch (reading.is) {
    case "unknownApplication":
      return new ApiError(UnknownApplication);
    case "wrongRedirect":
      return invalidForm({
        path: ["redirect_uri"],
        code: "OAUTH2_REDIRECT_URI_INVALID",
        message: "Invalid OAuth2 redirect_uri",
      });
    case "refused": {
      const { error, description } = reading.error;
      return invalidForm({ path: ["scope"], code: error.toUpperCase(), message: description });
    }
  }
}

async function questionFor(ctx: ReadContext, caller: Caller, query: AuthorizeParameters) {
  const person = await callingUser(ctx, caller);
  const reading = await readRequest(ctx, query);
  if (reading.is !== "valid") throw refusalOf(reading);
  return questionView(ctx, person, reading.request);
}

const tokenHandlers = (deps: IdentifyingDeps): readonly Binding[] => [
  // A refusal may have ended tokens or slowed a device down. It is thrown after the commit to keep
  // that.
  handleAsync(exchangeToken, async ({ work }, { body, basic }) => {
    const parameters = { ...body(), basic };
    const request = { ...parameters, player: await provenPlayer(deps, parameters) };
    const exchanged = await work.transaction((ctx) => exchange(ctx, request));
    if ("refusal" in exchanged) throw exchanged.refusal;
    return reply(200, exchanged.answer);
  }),

  handle(revokeToken, async (ctx, { body, basic }) => {
    await revokeByRequest(ctx, { ...body(), basic });
    return reply(200, {});
  }),

  handle(authorizeDevice, async (ctx, { body, basic }) =>
    reply(200, await authorizeDeviceSignIn(ctx, { ...body(), basic })),
  ),
];

const consentHandlers: readonly Binding[] = [
  handle(getAuthorization, async (ctx, { query }) =>
    reply(200, await questionFor(ctx, ctx.caller, query)),
  ),

  handle(authorize, async (ctx, { query, body, host }) => {
    const person = await callingUser(ctx, ctx.caller);
    const { integration_type, permissions, ...decision } = body();
    const parameters =
      integration_type === undefined ? {} : { integration_type: `${integration_type}` };
    const reading = await readRequest(ctx, { ...query, ...parameters });
    if (reading.is === "refused" && reading.location !== undefined)
      return redirectReply(reading.location);
    if (reading.is !== "valid") throw refusalOf(reading);
    const granted = permissions === undefined ? {} : { permissions: BigInt(permissions) };
    const answer = { request: reading.request, decision: { ...decision, ...granted }, host };
    return redirectReply(await decide(ctx, person, answer));
  }),

  handle(verifyDevice, async (ctx, { body }) => {
    const { code } = await pendingDevice(ctx, body().user_code);
    const { scopes, application_id: client_id, type } = code;
    return reply(200, { scopes: [...scopes], client_id, two_way_link_code: null, type });
  }),

  handle(finishDevice, async (ctx, { body }) => {
    await decideDevice(ctx, await callingUser(ctx, ctx.caller), body());
    return noContent;
  }),

  handle(listAuthorizations, async (ctx) => {
    const person = await callingUser(ctx, ctx.caller);
    const own = await ctx.tx.find(authorizations, withPrefix(person.id));
    const views = own.map(async ({ application_id: id, scopes }) => {
      const application = await publicApplicationView(ctx, await applicationOf(ctx, id));
      return { id, scopes: [...scopes], application };
    });
    return reply(200, await Promise.all(views));
  }),

  handle(removeAuthorization, async (ctx, { params }) => {
    const person = await callingUser(ctx, ctx.caller);
    await removeAuthorizationOf(ctx, person.id, params.application_id);
    return noContent;
  }),
];

function redirectReply(location: string) {
  return reply(200, { location, url: location });
}

/** The endpoints of OAuth, of provisional accounts, and of guild integrations. */
export function oauthHandlers(deps: IdentifyingDeps): readonly Binding[] {
  return [
    ...tokenHandlers(deps),
    ...identityHandlers,
    ...consentHandlers,
    ...partnerHandlers(deps),
    ...integrationHandlers,
  ];
}
