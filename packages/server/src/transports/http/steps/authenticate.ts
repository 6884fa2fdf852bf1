import { mapMaybePromise } from "../../../platform/async/maybe-promise.ts";
import type { KnownCaller } from "../authentication/authenticate.ts";
import type { Call, Step } from "../calls/call.ts";
import { missingFieldsGuards } from "../bodies/missing-fields.ts";
import { basicCredential } from "../bodies/oauth-form.ts";
import { bodyReader } from "../bodies/request-body.ts";
import { bufferedBody } from "../bodies/request-bytes.ts";
import { authorizationOf } from "../requests/request-facts.ts";

/** Authenticates the request, and checks the caller against the endpoint's declaration. */
export const authenticate: Step = ({ endpoint }) => {
  function found(call: Call, identified: KnownCaller): void {
    call.caller = identified.caller;
    call.counted = identified;
  }
  return (call) => {
    const identified = call.world.authenticate(endpoint, call.request);
    if (identified instanceof Promise) return identified.then((late) => found(call, late));
    return found(call, identified);
  };
};

/**
 * Where no credential is required, a valid one still determines whose rate limits apply; an invalid
 * one is ignored. Source: requirements 8; protocol: gateway-oauth-limits 6.2.
 */
export const countedCaller: Step = ({ endpoint }) => {
  const { auth, bodyCredential, outsideGlobalLimit } = endpoint;
  const isOpen = auth.some((each) => each.kind === "open");
  if (!isOpen || bodyCredential !== undefined || outsideGlobalLimit === true) return undefined;
  return (call) => {
    const header = authorizationOf(call.request);
    if (header === undefined || call.caller?.kind !== "nobody") return undefined;
    return mapMaybePromise(call.world.callerOf(header), (identified) => {
      call.counted = identified ?? call.counted;
    });
  };
};

/**
 * Reads a body that contains the credential before the rate limits, so that each client has windows
 * of its own. The handler still checks the credential.
 */
export const credentialInBody: Step = ({ endpoint }, { production }) => {
  const { bodyCredential: names, oauthForm } = endpoint;
  if (names === undefined) return undefined;
  const read = bodyReader(endpoint, missingFieldsGuards(endpoint, production).body);
  return async (call) => {
    if (call.caller?.kind !== "nobody") return;
    if (call.body !== undefined) call.body = await bufferedBody(call.body);
    const form = await read(call.body, () => undefined);
    const basic = oauthForm === true ? basicCredential(authorizationOf(call.request)) : undefined;
    const claim = { names, form, basic };
    call.world = (await call.world.worldOfBody?.(claim)) ?? call.world;
    call.counted = (await call.world.callerInBody(claim)) ?? call.counted;
  };
};

/** Checks the credential again if the call had to wait, since it may have been revoked. */
export const authenticateAgain: Step = ({ endpoint }) => {
  return (call) => {
    if (!call.hasWaited) return undefined;
    const identified = call.world.authenticate(endpoint, call.request);
    return identified instanceof Promise ? identified.then(() => undefined) : undefined;
  };
};
