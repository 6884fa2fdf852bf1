import { EventEmitter } from "node:events";
import { limits } from "@antechamber/contract";
import { expect, test } from "vitest";
import { FileReaders } from "./file-readers.ts";
import type { ReplyConnection } from "../replies/when-gone.ts";

/** A connection to a client that stays, or that left before anything was found for it. */
function aWay(closed = false) {
  return Object.assign(new EventEmitter(), { closed }) as EventEmitter & ReplyConnection;
}

const { value: most } = limits.fileReadersPerAddress;

test("an address may read a number of files at once, and another when one is finished", () => {
  const readers = new FileReaders();
  const ways = Array.from({ length: most }, () => aWay());
  expect(ways.every((way) => readers.enter("a", way))).toBe(true);
  expect([readers.enter("a", aWay()), readers.enter("b", aWay())]).toEqual([false, true]);
  ways[0]?.emit("close");
  expect([readers.enter("a", aWay()), readers.enter("a", aWay())]).toEqual([true, false]);
});

test("all addresses together may read a number of files at once", () => {
  const readers = new FileReaders();
  for (let nth = 0; nth < limits.fileReaders.value; nth += 1) {
    expect(readers.enter(`${nth}`, aWay())).toBe(true);
  }
  expect(readers.enter("another", aWay())).toBe(false);
});

test("a client that left while its file was looked up takes no slot", () => {
  const readers = new FileReaders();
  for (let nth = 0; nth < limits.fileReaders.value * 2; nth += 1) readers.enter("a", aWay(true));
  expect(readers.enter("a", aWay())).toBe(true);
});
