// Files in the JSON of the control plane. Source: product.md, Control plane.
import { limits, type UploadedFile } from "@antechamber/contract";
import type { EncodedFile } from "@antechamber/contract/control";
import type { Static } from "@antechamber/contract/schema";
import { invalidForm } from "../../../platform/api-error.ts";

/**
 * Decodes files from a form's JSON, as if they had been uploaded after the form's other files.
 *
 * @throws InvalidForm for a file that exceeds the size limit
 */
export function decodedFiles(
  encoded: readonly Static<typeof EncodedFile>[],
  firstPart = 0,
): UploadedFile[] {
  return encoded.map(({ filename, data, content_type }, i) => {
    const bytes = Buffer.from(data, "base64");
    if (bytes.byteLength > limits.attachmentSize.value) {
      const message = `Must be ${limits.attachmentSize.value} or fewer in length.`;
      throw invalidForm({
        path: ["attachments", i, "data"],
        code: "BASE_TYPE_MAX_LENGTH",
        message,
      });
    }
    const contentType = content_type ?? "";
    return { field: `files[${firstPart + i}]`, filename, contentType, bytes };
  });
}
