// The licences of what others wrote and a bundle holds; most ask to be passed on with the code.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * The notices of all packages that these modules are from, as one text, empty where there are none.
 *
 * @throws Error when a package says nothing of its licence
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
