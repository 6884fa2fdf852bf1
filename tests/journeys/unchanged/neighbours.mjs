// Uses a server that runs beside it on this machine, as a database does, and is one itself.
import { createServer } from "node:http";

const [neighbour] = process.argv.slice(2);
console.log("neighbour", await (await fetch(`http://localhost:${neighbour}/`)).text());
const server = createServer((request, response) => response.end(`inside ${request.url}`));
server.listen(0, "127.0.0.1", () => console.log("listens", server.address().port));
