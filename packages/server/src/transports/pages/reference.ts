// The reference of what this service serves, for machines and for people.
// Source: product.md, One origin.
import * as contract from "@antechamber/contract";
import type { FastifyInstance } from "fastify";
import manifest from "../../../package.json" with { type: "json" };
import { pageHeaders } from "./layout.ts";
import { referencePage } from "./reference-page.ts";

function documentText(): string {
  const document = contract.openApiDocument({
    title: "Antechamber",
    version: manifest.version,
    endpoints: contract.endpoints,
    schemas: contract.namedSchemas(contract),
  });
  return JSON.stringify(document);
}

/**
 * Serves `GET /openapi.json`, the OpenAPI 3.1 document of both planes, open to pages of every
 * origin, and `GET /reference`, its readable page. Both are written when they are first asked for.
 */
export function mountReference(app: FastifyInstance): void {
  let document: string | undefined;
  let page: string | undefined;
  app.get("/openapi.json", (_request, reply) => {
    document ??= documentText();
    reply.header("access-control-allow-origin", "*");
    return reply.type("application/json").serializer(String).send(document);
  });
  app.get("/reference", (_request, reply) => {
    page ??= referencePage(contract.endpoints);
    return reply.headers(pageHeaders).serializer(String).send(page);
  });
}
