import type { UploadedFile } from "@antechamber/contract";
import { describe, expect, test } from "vitest";
import { attachFiles } from "./attaching.ts";
import { filenameOf, pictureSize } from "./attachment.ts";
import { contentTypeOf, isShownInPlace, safeName, titleOf } from "./file-names.ts";

const bytes = new Uint8Array([1]);
const upload = (field: string, filename: string): UploadedFile => ({
  field,
  filename,
  contentType: "application/octet-stream",
  bytes,
});
const present = (id: string) => ({
  id,
  filename: `${id}.txt`,
  size: 1,
  url: `http://x/${id}`,
  proxy_url: `http://x/${id}`,
});
const there = [present("100000000000000001"), present("100000000000000002")];

describe("uploaded files of a form", () => {
  test("are matched with their descriptions by the number of their part", () => {
    const files = [upload("files[0]", "a.txt"), upload("files[7]", "b.txt")];
    const drafts = [
      { id: "7", filename: "c.txt", description: "the second", title: "C" },
      { id: "0", is_spoiler: true },
    ];
    const { plan, issues } = attachFiles({ drafts, files }, []);
    expect(issues).toEqual([]);
    expect(plan.added).toMatchObject([
      { name: "a.txt", isSpoiler: true },
      { name: "c.txt", description: "the second", title: "C" },
    ]);
    expect(plan.added.map(filenameOf)).toEqual(["SPOILER_a.txt", "c.txt"]);
  });

  test("are attached without a description, too", () => {
    const files = [upload("files[0]", "a.txt"), upload("file", "b.txt")];
    const { plan } = attachFiles({ drafts: undefined, files }, []);
    expect(plan.added.map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
  });

  test("are reported as missing if they are described but not uploaded", () => {
    const { issues } = attachFiles(
      { drafts: [{ id: "0" }, { id: "1" }], files: [upload("files[1]", "a")] },
      [],
    );
    expect(issues).toEqual([
      { path: [0], code: "ATTACHMENT_NOT_FOUND", message: "Attachment data not found" },
    ]);
  });
});

describe("existing files of a message", () => {
  const [first, second] = ["100000000000000001", "100000000000000002"];
  test.each([
    ["stay when nothing is said", undefined, [first, second]],
    ["go when they are not listed", [{ id: second }], [second]],
    ["go when the list is empty", [], []],
  ])("%s", (_, drafts, expected) => {
    const { plan, issues } = attachFiles({ drafts, files: [] }, there);
    expect([issues, plan.kept.map(({ id }) => id)]).toEqual([[], expected]);
  });

  test("get a new description and title", () => {
    const drafts = [{ id: first, description: "new", title: "T" }];
    const { plan } = attachFiles({ drafts, files: [] }, there);
    expect(plan.kept).toEqual([{ ...present(first), description: "new", title: "T" }]);
  });

  test("can be marked as spoiler, and unmarked again", () => {
    const keptFiles = (is_spoiler: boolean, from = there) =>
      attachFiles({ drafts: [{ id: first, is_spoiler }], files: [] }, from).plan.kept;
    const hidden = keptFiles(true);
    expect(hidden).toEqual([{ ...present(first), flags: 8 }]);
    expect(keptFiles(false, [...hidden])).toEqual([{ ...present(first), flags: 0 }]);
  });
});

test.each([
  ["a.txt", "a.txt", undefined],
  ["my file (1).PNG", "my_file_1.PNG", "my file (1)"],
  ["grüße.txt", "gre.txt", "grüße"],
  ["../../etc/passwd", "passwd", undefined],
  ["C:\\temp\\a.txt", "a.txt", undefined],
  ["文件.pdf", "unknown.pdf", "文件"],
  [".htaccess", "unknown.htaccess", undefined],
  ["-rf", "rf", "-rf"],
  ["a.", "a", "a"],
  ["", "unknown", undefined],
  ['a"\r\nb.txt', "a_b.txt", 'a"\r\nb'],
])("the file name %j is stored as %j", (name, safe, title) => {
  expect([safeName(name), titleOf(name)]).toEqual([safe, title]);
});

test("long file names are truncated, and keep their extension", () => {
  expect(safeName(`${"x".repeat(1000)}.tar.gz`)).toMatch(/^x{150}\.gz$/);
});

test.each<[string, string, string | undefined, boolean]>([
  ["a.png", "image/png", "image/png", true],
  ["a.png", "application/octet-stream", "image/png", true],
  ["a.png", "", "image/png", true],
  ["a.txt", "text/plain", "text/plain; charset=utf-8", false],
  ["a.html", "text/html; charset=x", "text/html; charset=utf-8", false],
  ["a.svg", "image/svg+xml", "image/svg+xml", false],
  ["a.bin", "", undefined, false],
  ["__proto__", "", undefined, false],
  ["a.constructor", "", undefined, false],
  ["a", "nonsense", undefined, false],
  ["a.bin", "a/b\r\nx-evil: 1", undefined, false],
])("%s sent as %j is %j", (filename, ...[declared, type, inPlace]) => {
  expect(contentTypeOf(filename, declared)).toBe(type);
  expect(isShownInPlace(type ?? "")).toBe(inPlace);
});

const hex = (digits: string) => Uint8Array.from(Buffer.from(digits.replaceAll(" ", ""), "hex"));

test.each([
  ["PNG", "89504e470d0a1a0a 0000000d 49484452 00000280 000001e0", { width: 640, height: 480 }],
  ["GIF", "474946383961 8002 e001", { width: 640, height: 480 }],
  [
    "WebP, lossy",
    `52494646 00000000 57454250 56503820 ${"00".repeat(10)} 8002 e001`,
    { width: 640, height: 480 },
  ],
  [
    "WebP, lossless",
    `52494646 00000000 57454250 5650384c 00000000 2f 7fc27700 ${"00".repeat(8)}`,
    { width: 640, height: 480 },
  ],
  [
    "WebP, extended",
    `52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100`,
    { width: 640, height: 480 },
  ],
  ["JPEG", "ffd8 ffe00004 0000 ffc0 0011 08 01e0 0280 03", { width: 640, height: 480 }],
  ["a cut PNG", "89504e470d0a1a0a 0000", undefined],
  ["a JPEG without a frame", "ffd8 ffe00004 0000 ffd9", undefined],
  ["text", "68656c6c6f", undefined],
  ["nothing", "", undefined],
])("the dimensions of %s are read from its header", (_, digits, size) => {
  expect(pictureSize(hex(digits))).toEqual(size);
});
