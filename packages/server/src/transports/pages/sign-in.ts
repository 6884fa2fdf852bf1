// The sign-in page: the handlers of its GET and POST.
import { limits } from "@antechamber/contract";
import type { FastifyReply } from "fastify";
import { choosableUsers, signIn } from "../../domains/oauth/browser-session.ts";
import type { UserRecord } from "../../domains/users/user.ts";
import { windowKey } from "../../platform/rate-limit-counters.ts";
import { browserSecret, formFields, giveSecret, isOurForm } from "./browser.ts";
import { refuseForm } from "./csrf.ts";
import {
  isOneTooMany,
  proofFor,
  queryOf,
  sendOn,
  show,
  showNotice,
  type PageContext,
} from "./page-context.ts";
import { html, type Html } from "./html.ts";
import { alert, page } from "./layout.ts";

/** Our pages that a sign-in may return to; any other URL would make it an open redirect. */
const ownPage = /^\/(oauth2\/authorize|activate)(\?[!-~]*)?$/;

function returnPath(requested: string | null): string {
  return requested !== null && ownPage.test(requested) ? requested : "/activate";
}

/** GET: asks who signs in. */
export function showSignIn(visit: PageContext): Promise<FastifyReply> {
  const query = queryOf(visit);
  const chosen = query.get("user") ?? "";
  return ask(visit, { status: 200, returnTo: returnPath(query.get("return_to")), chosen });
}

interface Question {
  readonly status: number;
  readonly returnTo: string;
  /** The preselected user, by name or id. */
  readonly chosen?: string;
  readonly problem?: string;
}

async function ask(visit: PageContext, { status, ...question }: Question): Promise<FastifyReply> {
  const { work, settings } = visit.deps;
  const people = await work.read(choosableUsers);
  const proof = await proofFor(visit);
  const { production } = settings;
  return show(visit, status, signInPage({ people, production, proof, ...question }));
}

/** POST: signs the person in, and redirects back. */
export async function takeSignIn(visit: PageContext): Promise<FastifyReply> {
  const { work, settings } = visit.deps;
  const { value: max, windowMs } = limits.signIns;
  if (!isOurForm(visit.request, visit.deps)) return refuseForm(visit);
  const fields = formFields(visit.request);
  const back = returnPath(fields.get("return_to"));
  const other = fields.get("other")?.trim() ?? "";
  const user = other === "" ? (fields.get("user") ?? undefined) : other;
  const token = fields.get("token") ?? undefined;
  const previous = browserSecret(visit.request, visit.deps);
  const secret = await work.transaction((ctx) => signIn(ctx, { user, token }, previous));
  if (secret === undefined) {
    // Only failures count, so that no one is locked out by what others try at the same address.
    const tries = {
      key: windowKey("signIn", `address ${visit.request.callerAddress}`),
      max,
      windowMs,
    };
    if (await isOneTooMany(visit, tries)) {
      return showNotice(visit, 429, ["Too many tries", "Wait a few minutes, then try again."]);
    }
    const problem = settings.production ? "This is no account's token." : "There is no such user.";
    return ask(visit, { status: 400, returnTo: back, problem });
  }
  giveSecret(visit.reply, visit.deps, secret);
  return sendOn(visit, back);
}

/** What the sign-in page shows. */
export interface SignInView {
  /** Simulated users to choose from; empty in production mode, where people are real. */
  readonly people: readonly UserRecord[];
  readonly production: boolean;
  readonly proof: string;
  /** Where the person is redirected afterwards. */
  readonly returnTo: string;
  /** The preselected user, by name or id; absent: the first one. */
  readonly chosen?: string;
  readonly problem?: string;
}

/** The page on which people sign in. */
export function signInPage(view: SignInView): string {
  const { proof, returnTo, production, chosen = "" } = view;
  // The URL needs it too, as it determines the world of the form.
  const action = `/oauth2/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`;
  return page(
    production ? "Sign in" : "Who are you?",
    alert(view.problem),
    html`<form method="post" action="${action}">
      <input type="hidden" name="proof" value="${proof}" />
      <input type="hidden" name="return_to" value="${returnTo}" />
      ${production ? tokenField() : chooser(view.people, chosen)}
      <div class="choices"><button class="first" type="submit">Go on</button></div>
    </form>`,
  );
}

/** The token of the account is the only secret that a person shares with this service. */
function tokenField(): Html {
  return html`<label for="token">Your account's token</label>
    <input id="token" name="token" type="password" autocomplete="current-password" required />`;
}

function chooser(people: readonly UserRecord[], chosen: string): Html {
  const named = people.findIndex(({ id, username }) => id === chosen || username === chosen);
  const other = named === -1 ? chosen : "";
  const choices = people.map(
    ({ id, username, global_name }, i) =>
      html`<label
        ><input
          type="radio"
          name="user"
          value="${id}"
          ${i === Math.max(0, named) && html` checked`}
        />
        ${global_name ?? username} <span class="soft">${username}, ${id}</span></label
      >`,
  );
  return html`<p>This service simulates people for tests. Choose whom to act as.</p>
    <fieldset>
      <legend>Simulated users</legend>
      ${choices.length === 0 ? html`<p>There are none yet.</p>` : choices}
    </fieldset>
    <label for="other">Or another one's name or id</label>
    <input id="other" name="other" type="text" autocomplete="off" value="${other}" />`;
}
