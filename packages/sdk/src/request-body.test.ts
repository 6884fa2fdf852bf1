import { expect, test } from "vitest";
import { requestBody } from "./request-body.ts";

test("a form contains the given fields as text", () => {
  const { headers, content } = requestBody("form", { a: "x y", b: undefined, c: 1 }, []);
  expect([(content as URLSearchParams).toString(), headers]).toEqual(["a=x+y&c=1", {}]);
});

test("a JSON body has a content type, and no body has none", () => {
  const json = { headers: { "content-type": "application/json" }, content: '{"a":null}' };
  expect(requestBody("json", { a: null }, [])).toEqual(json);
  expect(requestBody("json", undefined, [])).toEqual({ headers: {} });
  expect(requestBody("none", {}, [])).toEqual({ headers: {} });
});

test("files are sent as parts next to the JSON", async () => {
  const file = { field: "files[0]", filename: "a.txt", content: new Blob(["hello"]) };
  const { headers, content } = requestBody("json", { a: 1 }, [file]);
  const form = content as FormData;
  expect([form.get("payload_json"), headers]).toEqual(['{"a":1}', {}]);
  expect(await (form.get("files[0]") as File).text()).toBe("hello");
  const alone = requestBody("json", undefined, [file]).content as FormData;
  expect([...alone.keys()]).toEqual(["files[0]"]);
});
