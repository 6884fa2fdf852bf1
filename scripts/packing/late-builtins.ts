// Loads modules of Node when the program first uses them. Libraries import them at the top of
// files, for servers and sockets that most starts never open, and loading them takes a thirtieth of
// a start.
import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

const late = new Set(["http2", "https", "tls", "zlib"]);
const PREFIX = "\0late/node-";

/** Replaces each module by a proxy with the same names, which reads their values on use. */
export function lateBuiltins(): Plugin {
  return {
    name: "late-builtins",
    resolveId(source) {
      const name = source.replace(/^node:/, "");
      return late.has(name) && builtinModules.includes(name) ? PREFIX + name : undefined;
    },
    load(id) {
      return id.startsWith(PREFIX) ? lateModule(id.slice(PREFIX.length)) : undefined;
    },
  };
}

/** The proxy is CommonJS, like its importers, which read names on use. */
function lateModule(name: string): { readonly code: string } {
  const module = process.getBuiltinModule(name) as unknown as Record<string, unknown>;
  // Some names, such as the old constants of `zlib`, are not enumerable.
  const lines = Object.getOwnPropertyNames(module).map((each) =>
    isCalled(each, module[each])
      ? `exports.${each} = function (...given) { return module_().${each}.apply(this, given); };`
      : `Object.defineProperty(exports, "${each}", { enumerable: true, get: () => module_().${each} });`,
  );
  const take = `const module_ = () => process.getBuiltinModule("node:${name}");`;
  return { code: [take, ...lines].join("\n") };
}

/** True for a function that is not a class: it may be read from its module before it is called. */
function isCalled(name: string, value: unknown): boolean {
  return typeof value === "function" && /^[a-z]/.test(name);
}
