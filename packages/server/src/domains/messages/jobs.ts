import { ageKey } from "@antechamber/contract";
import type { AnyJob, JobDeclaration } from "../../platform/context.ts";
import { attachments, fileBytes } from "./files/attachment.ts";
import { forgetEphemeralMessage } from "./ephemeral-message.ts";

interface Forgotten {
  readonly ids: readonly string[];
}

/** Files that no message has any more; their bytes go when no other file shares them. */
export const forgetFiles: JobDeclaration<Forgotten> = {
  name: "message.forgetFiles",
  async run(ctx, { ids }) {
    for (const id of ids) {
      const file = await ctx.tx.get(attachments, ageKey(id));
      if (file === undefined) continue;
      ctx.tx.delete(attachments, ageKey(id));
      const others = await ctx.tx.count(attachments, { index: "digest", value: file.digest });
      if (others === 0) ctx.tx.delete(fileBytes, file.digest);
    }
  },
};

export const messageJobs: readonly AnyJob[] = [forgetFiles, forgetEphemeralMessage];
