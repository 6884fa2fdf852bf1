// A PostgreSQL database for one program, which uses the whole database.
import { randomUUID } from "node:crypto";
import pg from "pg";

/**
 * Creates a database on the tests' server, which is dropped with the server.
 *
 * @returns its address
 */
export async function freshDatabase(): Promise<string> {
  const server = process.env["TEST_PG_URL"];
  if (server === undefined) throw new Error("TEST_PG_URL is not set: run the tests with npm test");
  const name = `journey_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
