// Separate databases for the measured programs, on the server that TEST_PG_URL names.
import pg from "pg";

export interface Database {
  readonly url: string;
  drop(): Promise<void>;
}

export async function aDatabase(server: string, name: string): Promise<Database> {
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const drop = () => run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await drop();
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop };
}
