import { expect, test } from "vitest";
import { Entry } from "./entry.ts";
import { entryView, jsonValue, wholeEntryView } from "./view.ts";

test("numbers are shown unchanged, or as text when they would lose digits", () => {
  const json = '{"part":1.5,"most":9007199254740991,"id":9007199254740993,"list":[-1,0.1]}';
  expect(jsonValue(json)).toEqual({
    part: 1.5,
    most: 9007199254740991,
    id: "9007199254740993",
    list: [-1, 0.1],
  });
  expect(jsonValue("no JSON")).toBe("no JSON");
});

function anEntry(kind: Entry["kind"], fields: Partial<Entry> = {}): Entry {
  const entry = new Entry({ number: 7, kind, name: "ban", at: 0, realAt: 1.25 });
  return Object.assign(entry, { texts: { ...entry.texts, payload: '[{"step":1}]' }, ...fields });
}

test("a decision's steps are shown as decision, an event's data as payload", () => {
  expect(wholeEntryView(anEntry("decision"))).toMatchObject({ decision: [{ step: 1 }] });
  expect(wholeEntryView(anEntry("decision"))).not.toHaveProperty("payload");
  expect(wholeEntryView(anEntry("dispatch"))).toMatchObject({ payload: [{ step: 1 }] });
  expect(wholeEntryView(anEntry("dispatch"))).not.toHaveProperty("decision");
});

test("real time and durations have fractions of a millisecond", () => {
  const view = entryView(anEntry("frame", { ms: 0.123456 }));
  expect([view.at, view.real_at, view.ms]).toEqual([
    "1970-01-01T00:00:00.000000+00:00",
    "1970-01-01T00:00:00.001250+00:00",
    0.123,
  ]);
});

test("a refusal shows the first faulty place, and a cut entry is marked", () => {
  const fault = (at: string) => ({ at, code: "A", message: "a" });
  const error = { name: "InvalidForm", code: 50035, source: "s" };
  const refusal = { step: "handler", error, faults: [fault("name"), fault("id")] } as const;
  const view = entryView(anEntry("refusal", { refusal, isCut: true }));
  expect(view).toMatchObject({ refusal: { step: "handler", error, at: "name" }, cut: true });
  expect(entryView(anEntry("refusal"))).not.toHaveProperty("cut");
});
