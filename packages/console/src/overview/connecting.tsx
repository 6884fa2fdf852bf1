// How to connect an application: the settings that replace the platform's addresses in each
// library.
import { clientAddressOf, clientSnippets } from "@antechamber/contract/client-snippets";
import { useState } from "react";
import { useWorldUrl } from "../api/world-url.ts";
import { Copy, styles } from "../parts/parts.tsx";
import own from "./overview.module.css";

const libraries = Object.keys(clientSnippets);

export function Connecting() {
  const url = useWorldUrl();
  const [library, choose] = useState(libraries[0] ?? "");
  const snippet = url === undefined ? "" : (clientSnippets[library]?.(clientAddressOf(url)) ?? "");
  return (
    <section className={own.connect} aria-label="Connect an application">
      <p>
        No application is connected yet. Point yours at this service; its status here updates when
        it connects:
      </p>
      <p className={styles.row}>
        <label>
          Library{" "}
          <select value={library} onChange={({ target }) => choose(target.value)}>
            {libraries.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <Copy text={snippet}>Copy</Copy>
      </p>
      <pre className={own.snippet}>{snippet}</pre>
      <p className={styles.soft}>
        Sign in with the bot token of the world file; the terminal prints the demo world's at the
        first start. To run a program without changing it, use{" "}
        <code>npx antechamber run -- node bot.js</code>, which starts a service for it.
      </p>
    </section>
  );
}
