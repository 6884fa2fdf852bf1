import type { UserRecord } from "../../domains/users/user.ts";
import { html, type Html } from "./html.ts";
import { alert, page } from "./layout.ts";

/** What the page of a sign-in shows. */
export interface SignInView {
  /** Simulated users to choose from; none where people are real. */
  readonly people: readonly UserRecord[];
  readonly production: boolean;
  readonly proof: string;
  /** Where the person goes on afterwards. */
  readonly returnTo: string;
  readonly problem?: string;
}

/** Where people say who they are. */
export function signInPage(view: SignInView): string {
  const { proof, returnTo, production } = view;
  return page(
    production ? "Sign in" : "Who are you?",
    alert(view.problem),
    html`<form method="post" action="/oauth2/sign-in">
      <input type="hidden" name="proof" value="${proof}" />
      <input type="hidden" name="return_to" value="${returnTo}" />
      ${production ? tokenField() : chooser(view.people)}
      <div class="choices"><button class="first" type="submit">Go on</button></div>
    </form>`,
  );
}

/** The token of the account is the only secret that a person shares with this service. */
function tokenField(): Html {
  return html`<label for="token">Your account's token</label>
    <input id="token" name="token" type="password" autocomplete="current-password" required />`;
}

function chooser(people: readonly UserRecord[]): Html {
  const choices = people.map(
    ({ id, username, global_name }, i) =>
      html`<label
        ><input type="radio" name="user" value="${id}" ${i === 0 && html` checked`} />
        ${global_name ?? username} <span class="soft">${username}, ${id}</span></label
      >`,
  );
  return html`<p>This service simulates people for tests. Choose whom to act as.</p>
    <fieldset>
      <legend>Simulated users</legend>
      ${choices.length === 0 ? html`<p>There are none yet.</p>` : choices}
    </fieldset>
    <label for="other">Or another one's name or id</label>
    <input id="other" name="other" type="text" autocomplete="off" />`;
}
