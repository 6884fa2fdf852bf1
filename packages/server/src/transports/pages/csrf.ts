// Protects the forms of our pages against cross-site request forgery.
import type { FastifyReply } from "fastify";
import type { SignedIn } from "../../domains/oauth/browser-session.ts";
import { isOurForm } from "./browser.ts";
import { sendToSignIn, showNotice, pageContext, type PageContext } from "./page-context.ts";

/** Refuses a form from another site, or from a page that is too old. */
export function refuseForm(visit: PageContext): FastifyReply {
  return showNotice(visit, 403, [
    "Please try again",
    "This form did not come from our own page in this browser. Go back, load the page anew, and answer there.",
  ]);
}

/** Handles a form that a signed-in person sent from our own page. */
export async function answerOwnForm(
  visit: PageContext,
  answer: (signedIn: SignedIn) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const signedIn = await pageContext(visit);
  if (signedIn === undefined) return sendToSignIn(visit);
  if (!isOurForm(visit.request, visit.deps)) return refuseForm(visit);
  return answer(signedIn);
}
