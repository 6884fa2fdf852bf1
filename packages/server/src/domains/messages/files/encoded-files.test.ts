import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import { ApiError } from "../../../platform/api-error.ts";
import { decodedFiles } from "./encoded-files.ts";

test("files in JSON are decoded like uploaded parts, and numbered after those", () => {
  const data = Buffer.from("hello").toString("base64");
  const drafts = [
    { filename: "a.txt", data, content_type: "text/plain" },
    { filename: "b", data },
  ];
  expect(decodedFiles(drafts, 2)).toEqual([
    {
      field: "files[2]",
      filename: "a.txt",
      contentType: "text/plain",
      bytes: Buffer.from("hello"),
    },
    { field: "files[3]", filename: "b", contentType: "", bytes: Buffer.from("hello") },
  ]);
});

test("a file beyond the maximum size is refused", () => {
  const data = Buffer.alloc(limits.attachmentSize.value + 1).toString("base64");
  expect(() => decodedFiles([{ filename: "a", data }])).toThrow(ApiError);
});
