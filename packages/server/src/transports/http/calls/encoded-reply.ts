import type { EventStream } from "../../../platform/handler.ts";

/** An encoded reply; its body may be absent. */
export interface EncodedReply {
  readonly status: number;
  readonly json: string | undefined;
  /** Bytes to send instead of text. */
  readonly bytes?: Uint8Array;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /** A stream to send instead of a body. */
  readonly stream?: EventStream;
}
