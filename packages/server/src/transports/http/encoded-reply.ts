import type { EventStream } from "../../platform/handler.ts";

/** A reply on its way out: its body is encoded, or absent. */
export interface EncodedReply {
  readonly status: number;
  readonly json: string | undefined;
  /** Absent: JSON. */
  readonly mediaType?: string;
  /** What goes on in the body's place. */
  readonly stream?: EventStream;
}
