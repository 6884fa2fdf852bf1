// The reference of what this service serves, for machines and for people.
// Source: product.md, One origin.
import * as contract from "@antechamber/contract";
import type { FastifyInstance } from "fastify";
import manifest from "../../../package.json" with { type: "json" };
import { pageHeaders } from "./layout.ts";
import { referencePage } from "./reference-page.ts";

const { version } = manifest;

function documentText(plane: "api" | "control"): string {
  const schemas = contract.namedSchemas(contract);
  return JSON.stringify(contract.openApiDocument({ plane, version, ...contract, schemas }));
}

/** Serves the OpenAPI document of a plane, written when it is first asked for. */
function mountDocument(app: FastifyInstance, address: string, plane: "api" | "control"): void {
  let document: string | undefined;
  app.get(address, (_request, reply) => {
    document ??= documentText(plane);
    if (plane === "api") reply.header("access-control-allow-origin", "*");
    return reply.type("application/json").serializer(String).send(document);
  });
}

/**
 * Serves `GET /openapi.json`, the OpenAPI 3.1 document of the API, open to pages of every origin,
 * `GET /control/v1/openapi.json`, that of the control plane, and `GET /reference`, the readable
 * page of both. All are written when they are first asked for.
 */
export function mountReference(app: FastifyInstance): void {
  let page: string | undefined;
  mountDocument(app, "/openapi.json", "api");
  mountDocument(app, "/control/v1/openapi.json", "control");
  app.get("/reference", (_request, reply) => {
    page ??= referencePage(contract.endpoints);
    return reply.headers(pageHeaders).serializer(String).send(page);
  });
}
