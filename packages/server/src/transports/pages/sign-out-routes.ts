// The sign-out page: the handlers of its GET and POST.
import type { FastifyReply } from "fastify";
import { signOut, signOutEverywhere } from "../../domains/oauth/browser-session.ts";
import { browserSecret, formFields, takeSecret } from "./browser.ts";
import { answerOwnForm } from "./csrf.ts";
import { signOutPage } from "./sign-out-page.ts";
import { proofFor, show, showNotice, pageContext, type PageContext } from "./page-context.ts";

/** GET: asks where to sign out. */
export async function showSignOut(visit: PageContext): Promise<FastifyReply> {
  const signedIn = await pageContext(visit);
  if (signedIn === undefined) {
    return showNotice(visit, 200, ["You are signed out", "Nobody is signed in in this browser."]);
  }
  return show(visit, 200, signOutPage(signedIn.person, await proofFor(visit), visit.request.url));
}

/** POST: signs out in this browser, or in all browsers. */
export async function takeSignOut(visit: PageContext): Promise<FastifyReply> {
  if ((await pageContext(visit)) === undefined) return showSignOut(visit);
  return answerOwnForm(visit, async ({ person }) => {
    const { work } = visit.deps;
    const isEverywhere = formFields(visit.request).get("where") === "everywhere";
    await work.transaction(async (ctx) => {
      const secret = browserSecret(visit.request, visit.deps);
      if (secret !== undefined) signOut(ctx, secret);
      if (isEverywhere) await signOutEverywhere(ctx, person.id);
    });
    takeSecret(visit.reply, visit.deps);
    const where = isEverywhere ? "in every browser" : "in this browser";
    return showNotice(visit, 200, ["You are signed out", `Nobody acts as you ${where} any more.`]);
  });
}
