// The pages of the reference: an index of everything, one page for each resource, and one each for
// types, errors, events, limits and what is missing.
import {
  errorsOf,
  type EndpointDeclaration,
  type ErrorDeclaration,
  type EventDeclaration,
  type NamedLimit,
} from "@antechamber/contract";
import { addressOf, resourceOf } from "@antechamber/contract/openapi";
import type { MissingOperation } from "@antechamber/contract/schema";
import { html, type Content, type Html } from "../html.ts";
import { widePage } from "../layout.ts";
import type { Document } from "./documents.ts";
import { endpointView } from "./endpoint-view.ts";
import { schemaView } from "./schema-view.ts";
import { searchForm, searchScript, wordsOf } from "./search.ts";

/** The input of the pages. */
export interface Described {
  readonly endpoints: readonly EndpointDeclaration[];
  readonly errors: readonly ErrorDeclaration[];
  readonly events: readonly EventDeclaration[];
  readonly limits: Readonly<Record<string, NamedLimit>>;
  readonly missingOperations: readonly MissingOperation[];
  /** The document of both planes. */
  readonly document: Document;
}

const pageNames = {
  types: "Types",
  errors: "Errors",
  events: "Events",
  limits: "Limits",
  "not-there-yet": "What is not there yet",
} as const;

type PageName = keyof typeof pageNames;

/** Every page by its name below `/reference`; the name of the index is empty. */
export function referencePages(described: Described): ReadonlyMap<string, string> {
  const resources = resourcesOf(described.endpoints);
  const bodies: Readonly<Record<PageName, Content>> = {
    types: typesPage(described),
    errors: errorsPage(described),
    events: eventsPage(described),
    limits: limitsPage(described),
    "not-there-yet": missingPage(described),
  };
  return new Map([
    ["", firstPage(described)],
    ...resources.map(([name, endpoints]): [string, string] => [
      name,
      inner(
        name,
        endpoints.map((each) => endpointView(each, described.document)),
      ),
    ]),
    ...Object.entries(pageNames).map(([name, title]): [string, string] => [
      name,
      inner(title, bodies[name as PageName]),
    ]),
  ]);
}

function inner(title: string, content: Content): string {
  const back = html`<nav aria-label="Reference"><a href="/reference">Reference</a></nav>`;
  return widePage(title, back, content);
}

function resourcesOf(
  endpoints: readonly EndpointDeclaration[],
): readonly (readonly [string, readonly EndpointDeclaration[]])[] {
  const groups = Object.entries(Object.groupBy(endpoints, resourceOf));
  return groups
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, members = []]) => [name, members]);
}

function firstPage({ endpoints, errors, events, limits, document }: Described): string {
  const types = Object.keys(document.components.schemas);
  const named = (page: string, names: readonly string[]) =>
    names.map((name) => entry(`/reference/${page}#${name}`, name, wordsOf(name, page)));
  return widePage(
    "Reference",
    html`<p>
        Everything that this service promises. Machines read
        <a href="/openapi.json">openapi.json</a> and
        <a href="/control/v1/openapi.json">that of the control plane alone</a>.
        <a href="/reference/not-there-yet">What is not there yet</a> stands on a page of its own.
      </p>
      ${searchForm}`,
    resourcesOf(endpoints).map(([name, members]) =>
      group(name, `/reference/${name}`, members.map(endpointEntry)),
    ),
    group("Types", "/reference/types", named("types", types)),
    group(
      "Errors",
      "/reference/errors",
      errors.map(({ name, status, code, message }) =>
        entry(`/reference/errors#${name}`, name, wordsOf(name, `${status} ${code}`, message)),
      ),
    ),
    group(
      "Events",
      "/reference/events",
      events.map(({ name, summary }) =>
        entry(`/reference/events#${name}`, name, wordsOf(name, summary)),
      ),
    ),
    group("Limits", "/reference/limits", named("limits", Object.keys(limits))),
    searchScript,
  );
}

function group(title: string, address: string, entries: readonly Html[]): Html {
  return html`<section>
    <h2><a href="${address}">${title}</a></h2>
    <ul>
      ${entries}
    </ul>
  </section>`;
}

function endpointEntry(endpoint: EndpointDeclaration): Html {
  const { id, method, summary } = endpoint;
  const address = addressOf(endpoint);
  return html`<li data-words="${wordsOf(id, method, address, summary)}">
    <a href="/reference/${resourceOf(endpoint)}#${id}"><strong>${method} ${address}</strong></a>
    <br />${summary}
  </li>`;
}

function entry(address: string, name: string, words: string): Html {
  return html`<li data-words="${words}"><a href="${address}">${name}</a></li>`;
}

function typesPage({ document }: Described): Content {
  const types = Object.entries(document.components.schemas).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return types.map(
    ([name, schema]) =>
      html`<section id="${name}">
        <h2><a href="#${name}">${name}</a></h2>
        ${schemaView(schema)}
      </section>`,
  );
}

function table(heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scrolls">
    <table>
      <thead>
        <tr>
          ${heads.map((each) => html`<th scope="col">${each}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function row(id: string, cells: readonly Content[]): Html {
  const [first, ...rest] = cells;
  return html`<tr id="${id}">
    <th scope="row">${first}</th>
    ${rest.map((each) => html`<td>${each}</td>`)}
  </tr>`;
}

function errorsPage({ errors, endpoints }: Described): Content {
  const sorted = errors.toSorted((a, b) => a.status - b.status || a.code - b.code);
  const rows = sorted.map((error) => {
    const by = endpoints.filter((each) => errorsOf(each).includes(error));
    const answeredBy = html`<details>
      <summary>${by.length} endpoints</summary>
      ${by.map((each) => html`<a href="/reference/${resourceOf(each)}#${each.id}">${each.id}</a> `)}
    </details>`;
    const { name, status, code, message, source } = error;
    return row(name, [name, status, code, message, by.length > 0 && answeredBy, source]);
  });
  return table(["Name", "Status", "Code", "Message", "Answered by", "Source"], rows);
}

function eventsPage({ events }: Described): Content {
  const sorted = events.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map(({ name, summary, scope, intent, source }) =>
    row(name, [
      name,
      summary,
      scope,
      intent === undefined ? "none needed" : [intent.guild, intent.dm].filter(Boolean).join(", "),
      source,
    ]),
  );
  return table(["Event", "Says", "Heard by", "Intent", "Source"], rows);
}

function limitsPage({ limits }: Described): Content {
  const rows = Object.entries(limits).map(([name, { value, unit, windowMs, source }]) => {
    const counted = windowMs === undefined ? unit : `${unit} in ${windowMs / 1000} s`;
    return row(name, [name, value.toLocaleString("en-US"), counted, source]);
  });
  return table(["Limit", "Value", "Unit", "Source"], rows);
}

function missingPage({ missingOperations }: Described): Content {
  const rows = missingOperations.map(({ id, method, path }) => row(id, [id, `${method} ${path}`]));
  return html`<p>
      A call of these answers 405 with a message that says so, and with the header
      <code>X-Antechamber-Not-Built</code>. Fields that are missing stand with their endpoints.
    </p>
    ${table(["Operation", "Route"], rows)}`;
}
