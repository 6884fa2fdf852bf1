// Serves the reference of this service, for machines and for people. Source: product.md, One
// origin.
import * as contract from "@antechamber/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { messagePage, pageHeaders, scriptedPageHeaders } from "../layout.ts";
import { documentOf, worldSchemaText, type Document, type Planes } from "./documents.ts";
import { referencePages } from "./pages.ts";
import { searchHash } from "./search.ts";

/**
 * Serves `GET /openapi.json`, the OpenAPI 3.1 document of both planes, readable from every origin;
 * `GET /control/v1/openapi.json`, that of the control plane alone; `GET /world.schema.json`, the
 * JSON Schema of world files, readable from every origin too; and the reference pages below `GET
 * /reference`. Each is generated at its first request.
 */
export function mountReference(app: FastifyInstance): void {
  const written = new Map<Planes, Document>();
  let pages: ReadonlyMap<string, string> | undefined;
  const document = (planes: Planes): Document => {
    const known = written.get(planes) ?? documentOf(planes);
    written.set(planes, known);
    return known;
  };
  const pageNamed = (name: string) =>
    (pages ??= referencePages({ ...contract, document: document("both") })).get(name);

  function mountDocument(address: string, planes: Planes): void {
    app.get(address, (_request, reply) => {
      if (planes === "both") reply.header("access-control-allow-origin", "*");
      return reply.type("application/json").serializer(String).send(document(planes).text);
    });
  }

  function showPage(reply: FastifyReply, name: string): FastifyReply {
    const found = pageNamed(name);
    const text = found ?? messagePage("Nothing here", "The reference has no page of this name.");
    const headers = name === "" ? scriptedPageHeaders(searchHash) : pageHeaders;
    return reply
      .code(found === undefined ? 404 : 200)
      .headers(headers)
      .serializer(String)
      .send(text);
  }

  let schema: string | undefined;
  app.get("/world.schema.json", (_request, reply) => {
    reply.header("access-control-allow-origin", "*").type("application/schema+json");
    return reply.serializer(String).send((schema ??= worldSchemaText()));
  });
  mountDocument("/openapi.json", "both");
  mountDocument("/control/v1/openapi.json", "control");
  app.get("/reference", (_request, reply) => showPage(reply, ""));
  app.get<{ Params: { readonly name: string } }>("/reference/:name", (request, reply) =>
    showPage(reply, request.params.name),
  );
}
