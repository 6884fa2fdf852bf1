// The reference section of one endpoint.
import { errorsOf, missingFields, type EndpointDeclaration } from "@antechamber/contract";
import { addressOf, callerText } from "@antechamber/contract/openapi";
import { html, type Content, type Html } from "../html.ts";
import { nameIn, type Document, type Operation } from "./documents.ts";
import { curlOf } from "./example.ts";
import { fieldTable, kindText, schemaView, typeLink, type FieldRow } from "./schema-view.ts";

/** Text with `code` in it. */
export function withCode(text: string): Content {
  return text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** The section of an endpoint. */
export function endpointView(endpoint: EndpointDeclaration, document: Document): Html {
  const { id, method, summary, auth, source } = endpoint;
  const operation = document.operations.get(id) ?? { responses: {} };
  return html`<section id="${id}" aria-labelledby="${id}-name">
    <h2 id="${id}-name"><a href="#${id}">${id}</a></h2>
    <p><strong>${method} ${addressOf(endpoint)}</strong></p>
    <p>${summary}</p>
    <dl>
      <dt>Who</dt>
      <dd>${withCode(auth.map(callerText).join("; "))}</dd>
      <dt>Limit</dt>
      <dd>${limitText(endpoint)}</dd>
      <dt>Source</dt>
      <dd>${source}</dd>
    </dl>
    ${parametersView(operation, document)} ${bodyView(operation, document)}
    ${repliesView(endpoint, operation)} ${errorsView(endpoint)} ${missingView(endpoint)}
    <h3>Example</h3>
    <pre tabindex="0"><code>${curlOf(endpoint, operation, document)}</code></pre>
  </section>`;
}

/** The rate limit of an endpoint, in words. */
export function limitText({ limit, plane, outsideGlobalLimit }: EndpointDeclaration): string {
  if (plane === "control") return "none";
  const own =
    limit === undefined
      ? "the default of its route"
      : `${limit.count} in ${limit.windowMs / 1000} s per ${limit.per}`;
  return outsideGlobalLimit === true ? `${own}; outside the application's total` : own;
}

function parametersView(operation: Operation, { components }: Document): Content {
  const rows = (operation.parameters ?? []).map(
    ({ $ref, name = "", required, schema = {} }): FieldRow => {
      if ($ref === undefined) return { name: `?${name}`, schema, isRequired: required === true };
      const parameter = nameIn($ref);
      return {
        name: parameter,
        schema: components.parameters[parameter]?.schema ?? {},
        isRequired: true,
      };
    },
  );
  return (
    rows.length > 0 &&
    html`<h3>Parameters</h3>
      ${fieldTable(rows)}`
  );
}

function bodyView({ requestBody }: Operation, { components }: Document): Content {
  const content = Object.entries(requestBody?.content ?? {});
  const [first] = content;
  if (first === undefined) return undefined;
  const { schema } = first[1];
  const name = schema.$ref === undefined ? undefined : nameIn(schema.$ref);
  return html`<h3>Body</h3>
    <p class="soft">
      ${content.map(([mediaType]) => mediaType).join(", ")}${name !== undefined && [": ", typeLink(name)]}
    </p>
    ${schemaView(name === undefined ? schema : (components.schemas[name] ?? {}))}`;
}

function repliesView({ replies }: EndpointDeclaration, { responses }: Operation): Html {
  return html`<h3>Replies</h3>
    <ul>
      ${Object.keys(replies).map((status) => {
        const [schema] = Object.values(responses[status]?.content ?? {});
        return html`<li>
          ${status}: ${schema === undefined ? "no body" : kindText(schema.schema)}
        </li>`;
      })}
    </ul>`;
}

function errorsView(endpoint: EndpointDeclaration): Html {
  return html`<h3>Errors</h3>
    <ul>
      ${errorsOf(endpoint).map(
        ({ name, status, code, message }) =>
          html`<li>
            ${status}${code === 0 ? "" : `, code ${code}`}:
            <a href="/reference/errors#${name}">${name}</a>, ${message}
          </li>`,
      )}
    </ul>`;
}

function missingView({ id }: EndpointDeclaration): Content {
  const { query = [], body = [] } = missingFields[id] ?? {};
  const names = [...query.map((name) => `?${name}`), ...body];
  if (names.length === 0) return undefined;
  return html`<h3>Not supported yet</h3>
    <p>${names.map((name, i) => [i === 0 ? "" : ", ", html`<code>${name}</code>`])}</p>`;
}
