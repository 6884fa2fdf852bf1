// The root: a page with links for people, and the same as JSON for programs.
import type { FastifyInstance, FastifyRequest } from "fastify";
import manifest from "../../../package.json" with { type: "json" };
import type { Settings } from "../../platform/context.ts";
import { readGuides, type Guide } from "./guides.ts";
import { html } from "./html.ts";
import { messagePage, page, pageHeaders } from "./layout.ts";

/** The icon: an open door. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3340a8"/><path d="M9 26V8h9v18M18 8l6 3v18l-6-3" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/><circle cx="15" cy="17" r="1.5" fill="#fff"/></svg>`;

function isForPeople({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true;
}

function homePage(publicUrl: string, guides: readonly Guide[]): string {
  return page(
    "Antechamber",
    html`<p>
        A self-hosted service that speaks the Discord v10 API for applications: commands,
        interactions, the gateway, sign-in and lobbies. Point a client library at
        <code>${publicUrl}/api</code>.
      </p>
      <nav aria-label="This service">
        <ul>
          <li><a href="/console">Console</a>: be any user, and see what happens and why</li>
          <li><a href="/reference">Reference</a>: every endpoint, type, error, event and limit</li>
          <li>
            <a href="/reference/not-there-yet">What is not there yet</a> of the API that it speaks
          </li>
          <li><a href="/openapi.json">openapi.json</a>, for machines</li>
          ${guides.map(
            ({ name, title }) => html`<li>Guide: <a href="/guides/${name}">${title}</a></li>`,
          )}
          <li><a href="/activate">Sign in on a device</a> with the code that it shows</li>
          <li><a href="/healthz">Health</a> and <a href="/metrics">metrics</a></li>
        </ul>
      </nav>
      <p class="soft">Version ${manifest.version}.</p>`,
  );
}

function homeObject(publicUrl: string): object {
  return {
    name: "Antechamber",
    version: manifest.version,
    api: `${publicUrl}/api/v10`,
    gateway: publicUrl.replace(/^http/, "ws"),
    control: `${publicUrl}/control/v1`,
    openapi: `${publicUrl}/openapi.json`,
    reference: `${publicUrl}/reference`,
    health: `${publicUrl}/healthz`,
  };
}

/** The description of the service for coding agents. Source: llmstxt.org. */
function agentsText(publicUrl: string, guides: readonly Guide[]): string {
  const listed = guides.map(({ name, title }) => `- [${title}](${publicUrl}/guides/${name})`);
  return `# Antechamber

> A local service that speaks the Discord v10 API for applications. Point a client library at ${publicUrl}/api. Be a user,
> see what they saw, move the clock and ask why by \`antechamber mcp\` (tools for coding agents) or by ${publicUrl}/control/v1.

## Guides

${listed.join("\n")}

## Reference

- [Endpoints, types, errors, events and limits](${publicUrl}/reference)
- [OpenAPI 3.1](${publicUrl}/openapi.json)
- [What is not there yet](${publicUrl}/reference/not-there-yet)
`;
}

/** Serves `GET /`, `GET /llms.txt`, `GET /guides/{name}` and `GET /favicon.ico`. */
export function mountHome(
  app: FastifyInstance,
  worldOf: (request: FastifyRequest) => { readonly settings: Settings },
): void {
  let known: readonly Guide[] | undefined;
  const guides = () => (known ??= readGuides());
  app.get("/", (request, reply) => {
    const { settings } = worldOf(request);
    reply.header("vary", "Accept");
    if (!isForPeople(request)) {
      const text = JSON.stringify(homeObject(settings.publicUrl));
      return reply.type("application/json").serializer(String).send(text);
    }
    const text = homePage(settings.publicUrl, guides());
    return reply.headers(pageHeaders).serializer(String).send(text);
  });
  app.get<{ Params: { readonly name: string } }>("/guides/:name", ({ params }, reply) => {
    // Guides link to one another by file name.
    const guideName = params.name.replace(/\.md$/, "");
    const guide = guides().find(({ name }) => name === guideName);
    const missing = messagePage("Nothing here", "There is no guide of this name.");
    if (guide === undefined)
      return reply.code(404).headers(pageHeaders).serializer(String).send(missing);
    return reply.type("text/plain; charset=utf-8").serializer(String).send(guide.text);
  });
  app.get("/llms.txt", (request, reply) => {
    const text = agentsText(worldOf(request).settings.publicUrl, guides());
    return reply.type("text/plain; charset=utf-8").serializer(String).send(text);
  });
  // Browsers ask for it by themselves, so it says nothing about what anybody did.
  app.get("/favicon.ico", { config: { isQuiet: true } }, (_request, reply) =>
    reply
      .header("cache-control", "max-age=86400")
      .type("image/svg+xml")
      .serializer(String)
      .send(ICON),
  );
}
