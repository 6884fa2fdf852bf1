import type { EventStream } from "../../../platform/handler.ts";

/** A reply on its way out: its body is encoded, or absent. */
export interface EncodedReply {
  readonly status: number;
  readonly json: string | undefined;
  /** What is sent in the text's place. */
  readonly bytes?: Uint8Array;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /** What goes on in the body's place. */
  readonly stream?: EventStream;
}
