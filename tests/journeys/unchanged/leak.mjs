// Dials the platform's address, which no name leads to.
import { connect } from "node:net";

function dial() {
  connect({ host: "162.159.135.232", port: 443 }).on("error", (error) =>
    console.log(error.message),
  );
}

dial();
setInterval(() => undefined, 1000);
