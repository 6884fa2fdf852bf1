// Every field with a token, a secret or a code is declared as secret.
import { expect, test } from "vitest";
import { pathParameters } from "./endpoint.ts";
import { endpoints, events } from "./registry.ts";
import { fieldNames, isSecret, secretsIn } from "./schema/secret-fields.ts";
import { list, nullable, object, optional, secret, text, type TSchema } from "./schema/values.ts";

const SECRET_NAME = /(^|_)(token|secret|verifier|password|device_code|user_code)$/;

test("every field with a secret's name is declared as secret", () => {
  const of = (where: string, schemas: readonly (TSchema | null | undefined)[]) =>
    [...fieldNames(...schemas.filter((each) => each !== undefined && each !== null)).plain]
      .filter((name) => SECRET_NAME.test(name))
      .map((name) => `${where}: ${name}`);
  const undeclared = [
    ...endpoints.flatMap(({ id, query, body, replies }) =>
      of(id, [query, body, ...Object.values(replies)]),
    ),
    ...events.flatMap(({ name, payload }) => of(name, [payload])),
  ];
  expect(undeclared).toEqual([]);
});

test("every path parameter with a secret's name is declared as secret", () => {
  const plain = Object.entries(pathParameters).filter(([, schema]) => !isSecret(schema));
  expect(plain.map(([name]) => name).filter((name) => SECRET_NAME.test(name))).toEqual([]);
});

test("secrets are found at any depth, and in nullable fields", () => {
  const Form = object({
    name: text(),
    token: optional(nullable(secret(text()))),
    inner: optional(list(object({ code: secret(text()) }))),
  });
  expect(secretsIn(Form, { name: "x", token: "a", inner: [{ code: "b" }, { code: "c" }] })).toEqual(
    ["a", "b", "c"],
  );
  expect(secretsIn(Form, { name: "x", token: null })).toEqual([]);
});
