// Encodes replies, for all statuses that an endpoint declares.
import type { EndpointDeclaration } from "@antechamber/contract";
import { mediaTypeOf } from "@antechamber/contract/openapi";
import {
  isBytes,
  mediaTypesOf,
  projection,
  type DocumentBytes,
  type DocumentText,
  type TSchema,
} from "@antechamber/contract/schema";
import type { AnyReply } from "../../../platform/handler.ts";
import type { EncodedReply } from "../calls/encoded-reply.ts";
import { textWriter } from "./reply-text.ts";

/** Encodes a reply, reduced to its declared fields so that nothing private leaks. */
export type EncodeReply = (reply: AnyReply) => EncodedReply;

/** Compiles the encoder of an endpoint's replies. */
export function replyEncoder(endpoint: EndpointDeclaration): EncodeReply {
  const encodings = new Map(
    Object.entries(endpoint.replies).map(([status, schema]) => [
      Number(status),
      schema === null ? withoutBody : encoding(schema),
    ]),
  );
  return ({ status, body, stream }) => {
    if (stream !== undefined) return { status, json: undefined, stream };
    const encoded = encodings.get(status);
    if (encoded === undefined) {
      throw new Error(`${endpoint.id} answered ${status}, which it does not declare`);
    }
    return encoded(status, body);
  };
}

/** Encodes a status and a body. */
type Encoding = (status: number, body: unknown) => EncodedReply;

const withoutBody: Encoding = (status) => ({ status, json: undefined });

/** The encoding of a body: JSON of the declared fields, or text or bytes of its media type. */
function encoding(schema: TSchema): Encoding {
  if (mediaTypesOf(schema) !== undefined) return documentEncoding(schema);
  const mediaType = mediaTypeOf(schema);
  if (isBytes(schema)) {
    return (status, body) => ({ status, json: undefined, bytes: body as Uint8Array, mediaType });
  }
  if (mediaType !== "application/json") {
    return (status, body) => ({ status, json: String(body), mediaType });
  }
  const write = textWriter(schema);
  return (status, body) => ({ status, json: write(body) });
}

/** Sends a document as its handler wrote it, or as JSON. */
function documentEncoding(schema: TSchema): Encoding {
  const project = projection(schema);
  return (status, body) => {
    const { text, bytes, mediaType } = body as Partial<DocumentText & DocumentBytes>;
    if (bytes !== undefined && mediaType !== undefined) {
      return { status, json: undefined, bytes, mediaType };
    }
    return text === undefined || mediaType === undefined
      ? { status, json: JSON.stringify(project(body)) }
      : { status, json: text, mediaType };
  };
}
