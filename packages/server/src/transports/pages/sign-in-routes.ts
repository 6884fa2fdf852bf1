// The sign-in page's two calls.
import { limits } from "@antechamber/contract";
import type { FastifyReply } from "fastify";
import { choosableUsers, signIn } from "../../domains/oauth/browser-session.ts";
import { browserSecret, formFields, giveSecret, isOurForm } from "./browser.ts";
import { refuseForm } from "./own-form.ts";
import { signInPage } from "./sign-in-page.ts";
import { isOneTooMany, proofFor, queryOf, sendOn, show, tell, type Visit } from "./visit.ts";

/** Pages of ours that a sign-in leads back to; nothing else, or it would lead anywhere. */
const ownPage = /^\/(oauth2\/authorize|activate)(\?[!-~]*)?$/;

function returnTo(asked: string | null): string {
  return asked !== null && ownPage.test(asked) ? asked : "/activate";
}

/** GET: asks who is there. */
export function showSignIn(visit: Visit): Promise<FastifyReply> {
  const query = queryOf(visit);
  return ask(visit, { status: 200, returnTo: returnTo(query.get("return_to")) });
}

interface Question {
  readonly status: number;
  readonly returnTo: string;
  readonly problem?: string;
}

async function ask(visit: Visit, { status, ...question }: Question): Promise<FastifyReply> {
  const { work, settings } = visit.means;
  const people = await work.read(choosableUsers);
  const proof = await proofFor(visit);
  const { production } = settings;
  return show(visit, status, signInPage({ people, production, proof, ...question }));
}

/** POST: signs the person in, and leads back. */
export async function takeSignIn(visit: Visit): Promise<FastifyReply> {
  const { work, settings } = visit.means;
  const { value: max, windowMs } = limits.signIns;
  if (!isOurForm(visit.request, settings)) return refuseForm(visit);
  const fields = formFields(visit.request);
  const back = returnTo(fields.get("return_to"));
  const other = fields.get("other")?.trim() ?? "";
  const user = other === "" ? (fields.get("user") ?? undefined) : other;
  const token = fields.get("token") ?? undefined;
  const previous = browserSecret(visit.request, settings);
  const secret = await work.transaction((ctx) => signIn(ctx, { user, token }, previous));
  if (secret === undefined) {
    // Only failures count, so that nobody is kept out by what others try at the same address.
    if (
      isOneTooMany(visit, { of: `signIn|address ${visit.request.callerAddress}`, max, windowMs })
    ) {
      return tell(visit, 429, ["Too many tries", "Wait a few minutes, then try again."]);
    }
    const problem = settings.production ? "This is no account's token." : "There is no such user.";
    return ask(visit, { status: 400, returnTo: back, problem });
  }
  giveSecret(visit.reply, settings, secret);
  return sendOn(visit, back);
}
