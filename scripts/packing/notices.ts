// The licences of bundled third-party code, most of which must be distributed with it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * The licence notices of all packages that the modules belong to, as one text; empty without any.
 *
 * @throws Error when a package has no licence text
 */
export function noticesOf(modules: readonly string[]): string {
  const folders = new Set(modules.flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  const notices = [...folders].map(noticeOf).toSorted();
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

function noticeOf(folder: string): string {
  const facts = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PackageFacts;
  if (facts.license === undefined) throw new Error(`${facts.name} names no licence`);
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  return `${facts.name} ${facts.version} (${facts.license})\n${text}`;
}
