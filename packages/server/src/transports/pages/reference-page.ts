// Every endpoint on one page: what it does, who may call it, what it answers.
import {
  addressOf,
  callerText,
  errorsOf,
  errorText,
  resourceOf,
  type EndpointDeclaration,
} from "@antechamber/contract";
import { html, type Html } from "./html.ts";
import { page } from "./layout.ts";

/** The page of these endpoints, grouped as the documents of the API are. */
export function referencePage(endpoints: readonly EndpointDeclaration[]): string {
  const groups = Object.entries(Object.groupBy(endpoints, resourceOf));
  const sorted = groups.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return page(
    "Reference",
    html`<p>
      Every endpoint of this service. <a href="/openapi.json">openapi.json</a> and
      <a href="/control/v1/openapi.json">that of the control plane</a> have the shapes of bodies and
      answers.
    </p>`,
    sorted.map(([resource, members = []]) => section(resource, members)),
  );
}

function section(resource: string, endpoints: readonly EndpointDeclaration[]): Html {
  return html`<section>
    <h2 id="${resource}">${resource}</h2>
    <ul>
      ${endpoints.map(entry)}
    </ul>
  </section>`;
}

function entry(endpoint: EndpointDeclaration): Html {
  const { method, id, summary, auth, replies } = endpoint;
  return html`<li id="${id}">
    <strong>${method} ${addressOf(endpoint)}</strong><br />
    ${summary}<br />
    <span class="soft">
      Who: ${auth.map(callerText).join("; ")}.<br />
      Replies: ${Object.keys(replies).join(", ")}.<br />
      Errors: ${errorsOf(endpoint).map(errorText).join(", ")}.
    </span>
  </li>`;
}
