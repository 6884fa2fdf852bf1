// The cost of importing the kit, which every test file pays again.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

/** The modules of Node, and the files of this repository, that importing a file loads. */
async function loadedBy(file: string) {
  const module = JSON.stringify(join(import.meta.dirname, file));
  const script = `
    import { registerHooks } from "node:module";
    const before = new Set(process.moduleLoadList);
    const files = [];
    registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
    await import(${module});
    const builtin = process.moduleLoadList.filter((each) => !before.has(each));
    console.log(JSON.stringify({ builtin, files: files.filter((each) => each.startsWith("file:")) }));
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  return JSON.parse(stdout) as { readonly builtin: string[]; readonly files: string[] };
}

/** Modules of Node that each take milliseconds to load, so the kit loads them on use. */
const costly = [
  "http",
  "https",
  "crypto",
  "child_process",
  "worker_threads",
  "internal/deps/undici",
];

test.each(["kit.ts", "runners/node.ts"])(
  "importing %s loads no server code and no costly module of Node",
  async (file) => {
    const { builtin, files } = await loadedBy(file);
    const parts = files.map((each) => /\/packages\/(server\/src\/[^/]+|[^/]+)\//.exec(each)?.[1]);
    expect([...new Set(parts)].toSorted((a = "", b = "") => (a < b ? -1 : 1))).toEqual([
      "contract",
      "server/src/kit",
    ]);
    const contract = files.filter((each) => each.includes("/packages/contract/"));
    const names = contract.map((each) => each.split("/").at(-1));
    expect(new Set(names)).toEqual(
      new Set([
        "command-types.ts",
        "component-types.ts",
        "interactions-limits.ts",
        "paging-limits.ts",
        "permissions.ts",
      ]),
    );
    const paid = costly.filter((name) =>
      builtin.some((each) => each === `NativeModule ${name}` || each.includes(`${name}/undici`)),
    );
    expect(paid).toEqual([]);
  },
);
