import { createSocket } from "node:dgram";
import { afterEach, expect, test, vi } from "vitest";
import { findByNameServers, type FindAddresses } from "./outbound-names.ts";

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** The flags of an answer, and of one for an unknown name. */
const FOUND = 0x8180;
const UNKNOWN = 0x8183;
const HEADER_BYTES = 12;
const ADDRESS_TYPE = 1;
const CLASS_AND_TYPE_BYTES = 4;

/** A name server that resolves names beginning with "known", and is silent about "silent". */
async function aNameServer(): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const end = question.indexOf(0, HEADER_BYTES) + 1;
    const name = question.subarray(HEADER_BYTES, end).toString("latin1");
    if (name.includes("silent")) return;
    const isKnown = name.includes("known") && !name.includes("unknown");
    const isIpv4 = question.readUInt16BE(end) === ADDRESS_TYPE;
    const head = Buffer.alloc(HEADER_BYTES);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(isKnown ? FOUND : UNKNOWN, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(isKnown && isIpv4 ? 1 : 0, 6);
    const questionBytes = question.subarray(HEADER_BYTES, end + CLASS_AND_TYPE_BYTES);
    const found = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 93, 184, 216, 34]);
    socket.send(
      Buffer.concat([head, questionBytes, ...(isKnown && isIpv4 ? [found] : [])]),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  cleanups.push(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const address = { address: "93.184.216.34", family: 4 };

test("a name whose DNS server does not answer delays no other, and is not found", async () => {
  const bySystem = vi.fn<FindAddresses>();
  const servers = [await aNameServer()];
  const patient = findByNameServers({ servers, bySystem });
  const silent = Array.from({ length: 8 }, (_, n) => patient(`silent${n}.example`));
  const ends = Promise.allSettled(silent).then(() => "over");
  expect(await Promise.race([ends, patient("known.example")])).toEqual([address]);
  const hasty = findByNameServers({ servers, bySystem, firstTryMs: 1 });
  await expect(hasty("silent.example")).rejects.toMatchObject({ code: "ETIMEOUT" });
  expect(bySystem).not.toHaveBeenCalled();
});

test("names unknown to DNS are looked up by the system, one at a time", async () => {
  const answers: (() => void)[] = [];
  const bySystem = vi.fn<FindAddresses>(
    () => new Promise<[typeof address]>((resolve) => answers.push(() => resolve([address]))),
  );
  const find = findByNameServers({ servers: [await aNameServer()], bySystem });
  const names = ["unknown1.example", "unknown2.example", "host"];
  const all = Promise.all(names.map(find));
  for (let n = 1; n <= names.length; n += 1) {
    await vi.waitFor(() => expect(answers).toHaveLength(n));
    expect(await find("known.example")).toEqual([address]);
    expect(bySystem).toHaveBeenCalledTimes(n);
    answers[n - 1]?.();
  }
  expect(await all).toEqual(names.map(() => [address]));
});

test("at most a hundred names wait for the system", async () => {
  const bySystem = () => new Promise<never>(() => {});
  const find = findByNameServers({ servers: [await aNameServer()], bySystem });
  for (let n = 0; n < 100; n += 1) void find(`host${n}`);
  await expect(find("host")).rejects.toThrow("too many unknown names");
});
