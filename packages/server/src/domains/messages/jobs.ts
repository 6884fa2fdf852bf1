import type { AnyJob, JobDeclaration } from "../../platform/context.ts";
import { dropFile } from "./files/attachment.ts";
import { forgetEphemeralMessage } from "./ephemeral-message.ts";

interface Forgotten {
  readonly ids: readonly string[];
}

/** Files that no message has any more. */
export const forgetFiles: JobDeclaration<Forgotten> = {
  name: "message.forgetFiles",
  async run(ctx, { ids }) {
    for (const id of ids) await dropFile(ctx, id);
  },
};

export const messageJobs: readonly AnyJob[] = [forgetFiles, forgetEphemeralMessage];
