import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  withoutField,
  longText,
  equalsUnparsed,
  writeWithFieldLast,
  readWithFieldLate,
} from "./late-field.ts";
import { openSqliteStore } from "../sqlite/store.ts";
import { tableOf } from "../store.ts";

interface Book {
  readonly id: string;
  readonly title: string;
  readonly pages?: readonly string[] | undefined;
}

const asJson = (record: object) => JSON.stringify(record);
const asValue = (body: object) => body;
const written = (book: Book) => writeWithFieldLast(book, "pages", asJson);
const readBack = (book: Book) => readWithFieldLate(written(book), "pages", asValue) as Book;

const long: Book = { id: "1", title: 'of "x", "pages":', pages: ["p".repeat(3000), '", "pages":'] };
const short: Book = { id: "2", title: "short", pages: ["p"] };

describe("a lazily parsed field", () => {
  test("is last in JSON that any parser reads", () => {
    const book = { id: "1", pages: long.pages, title: "a" };
    expect(JSON.parse(written(book))).toEqual(book);
    expect(Object.keys(JSON.parse(written(book)) as object)).toEqual(["id", "title", "pages"]);
  });

  test("is parsed on first access, only once", () => {
    const book = readBack(long);
    expect(book).toEqual(long);
    expect({ ...book }).toEqual(long);
    expect(JSON.stringify(book)).toBe(JSON.stringify(long));
    expect(book.pages).toBe(book.pages);
  });

  test("is not parsed before", () => {
    const broken = written(long).replace("[", "no JSON [");
    const book = readWithFieldLate(broken, "pages", asValue) as Book;
    expect(book.title).toBe(long.title);
    expect(() => book.pages).toThrow(SyntaxError);
  });

  test("is written back as it was read", () => {
    expect(written(readBack(long))).toBe(written(long));
    expect(written({ ...readBack(long), title: "new" })).toBe(written({ ...long, title: "new" }));
  });

  test("is available as JSON, parsed or not, when it is long", () => {
    const book = { ...long };
    const text = JSON.stringify(long.pages);
    expect([longText(book, "pages"), longText(readBack(long), "pages")]).toEqual([text, text]);
    expect(longText(Object.freeze({ ...long }), "pages")).toBe(text);
    expect([longText(short, "pages"), longText({ id: "3" }, "pages")]).toEqual([
      undefined,
      undefined,
    ]);
    // Accessing it changes nothing else.
    expect(book).toStrictEqual(long);
    expect(written(book)).toBe(written(long));
    expect(withoutField(book, "pages")).toEqual({ id: "1", title: long.title });
  });

  test("is parsed with the rest when it is short or absent", () => {
    for (const book of [short, { id: "3", title: "none" }]) {
      expect(written(book)).toBe(JSON.stringify(book));
      expect(equalsUnparsed(readBack(book), book.pages)).toBe(false);
    }
    const alone = { pages: long.pages };
    expect(writeWithFieldLast(alone, "pages", asJson)).toBe(JSON.stringify(alone));
  });

  test("round-trips any value, whatever precedes it", () => {
    const texts = fc.array(fc.oneof(fc.string(), fc.constant('", "pages":["a"]')));
    fc.assert(
      fc.property(fc.string(), texts, (title, some) => {
        const book = { id: "1", title, pages: [...some, "p".repeat(2048)] };
        expect(readBack(book)).toEqual(book);
      }),
    );
  });

  test("is compared with a value without parsing, and replaced by an equal one", () => {
    const book = readBack(long);
    expect(equalsUnparsed(book, [...(long.pages ?? []), "more"])).toBe(false);
    const same = [...(long.pages ?? [])];
    expect(equalsUnparsed(book, same)).toBe(true);
    expect(book.pages).toBe(same);
    expect(equalsUnparsed(book, same)).toBe(false);
    expect(equalsUnparsed(short, short.pages)).toBe(false);
  });
});

test("a store returns records with a lazily parsed field from every kind of read", async () => {
  const books = tableOf<Book>()({
    name: "book",
    readLate: "pages",
    key: ({ id }) => id,
    indexes: { title: ({ title }) => title },
    unique: { name: ({ title }) => title },
  });
  const store = await openSqliteStore({ file: ":memory:", tables: [books] });
  await store.transaction(async (tx) => {
    tx.put(books, long);
    tx.put(books, short);
  });
  for (let times = 0; times < 3; times += 1) {
    await store.transaction(async (tx) => {
      expect(await tx.find(books)).toEqual([long, short]);
      expect(await tx.get(books, "1")).toEqual(long);
      expect(await tx.lookup(books, "name", long.title)).toEqual(long);
    });
    expect(await store.read((tx) => tx.find(books, { index: "title", value: long.title }))).toEqual(
      [long],
    );
  }
  await store.transaction(async (tx) => {
    const book = await tx.get(books, "1");
    tx.put(books, { ...long, ...book, title: "new" });
  });
  expect(await store.read((tx) => tx.find(books))).toEqual([{ ...long, title: "new" }, short]);
  await store.close();
});
