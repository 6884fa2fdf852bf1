import type { UserRecord } from "../../domains/users/user.ts";
import { html } from "./html.ts";
import { page } from "./layout.ts";

/**
 * Asks where a person wants to be signed out.
 *
 * @param address the URL of the page itself, which determines its world
 */
export function signOutPage(
  { username, global_name }: UserRecord,
  proof: string,
  address: string,
): string {
  return page(
    "Sign out",
    html`<p>
        You are signed in as <strong>${global_name ?? username}</strong> (${username}). What you
        allowed applications stays allowed.
      </p>
      <form method="post" action="${address}">
        <input type="hidden" name="proof" value="${proof}" />
        <div class="choices">
          <button class="first" type="submit" name="where" value="here">Sign out</button>
          <button type="submit" name="where" value="everywhere">Sign out everywhere</button>
        </div>
      </form>`,
  );
}
