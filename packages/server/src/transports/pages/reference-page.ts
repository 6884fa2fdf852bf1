// Every endpoint on one page: what it does, who may call it, what it answers.
import { addressOf, resourceOf, type EndpointDeclaration } from "@antechamber/contract";
import { html, type Html } from "./html.ts";
import { page } from "./layout.ts";

/** The page of these endpoints, grouped as the documents of the API are. */
export function referencePage(endpoints: readonly EndpointDeclaration[]): string {
  const groups = Object.entries(Object.groupBy(endpoints, resourceOf));
  const sorted = groups.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return page(
    "Reference",
    html`<p>
      Every endpoint of this service. <a href="/openapi.json">openapi.json</a> has the shapes of
      bodies and answers.
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
  const { method, id, summary, replies, errors } = endpoint;
  const callers = endpoint.auth.map(({ kind }) => kind).join(", ");
  const statuses = Object.keys(replies).join(", ");
  return html`<li id="${id}">
    <strong>${method} ${addressOf(endpoint)}</strong><br />
    ${summary}<br />
    <span class="soft">
      Called by ${callers}. Answers ${statuses}${errors.length > 0 && "; refuses with "}
      ${errors.map(({ code }) => code).join(", ")}.
    </span>
  </li>`;
}
