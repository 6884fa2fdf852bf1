// The page on which a person lets a device in. Source: protocol: gateway-oauth-limits 5.6.
import type { ApplicationRecord } from "../../domains/applications/application.ts";
import type { UserRecord } from "../../domains/users/user.ts";
import { scopeList, signedInAs } from "./consent-page.ts";
import { html } from "./html.ts";
import { alert, page } from "./layout.ts";

/** Asks for the code that the device shows. */
export function codePage(person: UserRecord, problem?: string): string {
  return page(
    "Connect a device",
    signedInAs(person, "/activate"),
    alert(problem),
    html`<form method="get" action="/activate">
      <label for="user_code">The code that your device shows</label>
      <input
        id="user_code"
        name="user_code"
        type="text"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="20"
        required
      />
      <div class="choices"><button class="first" type="submit">Go on</button></div>
    </form>`,
  );
}

/** What the page of a device shows. */
export interface DeviceView {
  readonly person: UserRecord;
  readonly application: ApplicationRecord;
  readonly scopes: readonly string[];
  readonly userCode: string;
  readonly proof: string;
  /** Why the person cannot let it in. */
  readonly obstacle?: string | undefined;
}

/** Asks whether the device may come in. */
export function devicePage(view: DeviceView): string {
  const { application, userCode, proof, obstacle } = view;
  const address = `/activate?${new URLSearchParams({ user_code: userCode }).toString()}`;
  return page(
    `Connect your device to ${application.name}`,
    signedInAs(view.person, address),
    alert(obstacle),
    scopeList(view),
    html`<p>
        Go on only if a device of yours shows the code <strong>${userCode}</strong>. Whoever sent
        you this code could otherwise act as you.
      </p>
      <form method="post" action="/activate">
        <input type="hidden" name="proof" value="${proof}" />
        <input type="hidden" name="user_code" value="${userCode}" />
        <div class="choices">
          ${obstacle === undefined && html`<button class="first" type="submit" name="decision" value="accept">Connect</button>`}
          <button type="submit" name="decision" value="refuse">Cancel</button>
        </div>
      </form>`,
  );
}
