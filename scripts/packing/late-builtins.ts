// Modules of Node that the program is given when it first uses them. Libraries name them at their heads,
// for servers and sockets that most starts never open, and to load them is a thirtieth of a start.
import { builtinModules } from "node:module";
import type { Plugin } from "rolldown";

const late = new Set(["http2", "https", "tls", "zlib"]);
const PREFIX = "\0late/node-";

/**
 * Puts a module in the place of each, which has its names and takes what they mean when it is
 * asked.
 */
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

/** Of CommonJS, since its importers are, and others read its names where they use them. */
function lateModule(name: string): { readonly code: string } {
  const module = process.getBuiltinModule(name) as unknown as Record<string, unknown>;
  // Some of the names, such as the old constants of `zlib`, are not enumerable.
  const lines = Object.getOwnPropertyNames(module).map((each) =>
    isCalled(each, module[each])
      ? `exports.${each} = function (...given) { return module_().${each}.apply(this, given); };`
      : `Object.defineProperty(exports, "${each}", { enumerable: true, get: () => module_().${each} });`,
  );
  const take = `const module_ = () => process.getBuiltinModule("node:${name}");`;
  return { code: [take, ...lines].join("\n") };
}

/** A function that is no class: it may be taken out of its module before it is called. */
function isCalled(name: string, value: unknown): boolean {
  return typeof value === "function" && /^[a-z]/.test(name);
}
