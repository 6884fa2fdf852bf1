// Checks the dashboard and the alerts: their queries are well-formed and use metrics and labels
// that the service has, and Prometheus' own tool raises each alert.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parser } from "@prometheus-io/lezer-promql";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Settlement } from "../../packages/server/src/domains/webhooks/operations.ts";
import { noBus } from "../../packages/server/src/platform/bus.ts";
import { openMetrics } from "../../packages/server/src/platform/metrics.ts";
import { aService } from "../../packages/server/src/testing/start-service.ts";
import { textOf } from "../source-tree.ts";

const run = promisify(execFile);

const alertsFile = "deploy/monitoring/alerts.yaml";
const guide = textOf("docs/guides/self-hosting.md");

/** The labels that Prometheus adds to every series, and the one that a process of several adds. */
const targetLabels = ["job", "instance", "process"];

/** The labels of the service's metrics by their names, as Prometheus stores them. */
let declared: ReadonlyMap<string, ReadonlySet<string>>;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const { groups } = parse(textOf(alertsFile)) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

const dashboard = JSON.parse(textOf("deploy/monitoring/dashboard.json")) as Dashboard;
const queries = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

beforeAll(async () => {
  const service = await aService({ openBus: () => Promise.resolve({ ...noBus, isShared: true }) });
  const exposition = await (await fetch(`${service.url}/metrics`)).text();
  await service.stop();
  // Series with labels only exist once something was counted.
  const metrics = openMetrics();
  metrics.countCall("users.get", 200, 0.1);
  metrics.countEvent("MESSAGE_CREATE");
  metrics.countEventFailure("MESSAGE_CREATE");
  metrics.countJobFailure("invite");
  metrics.countDelivery("ENTITLEMENT_CREATE", "put off");
  const counted = (await metrics.expose()).text;
  declared = labelsIn(`${exposition}\n${counted}`);
});

/** The labels of each series in the metrics' text; `up` is added by Prometheus. */
function labelsIn(exposition: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>([["up", new Set(targetLabels)]]);
  for (const [, name = "", labels = ""] of exposition.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) =>
      // Prometheus renames a label of ours that it also gives to targets.
      label === "job" ? "exported_job" : label,
    );
    found.set(name, new Set([...(found.get(name) ?? targetLabels), ...names]));
  }
  return found;
}

interface Query {
  readonly isWellFormed: boolean;
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

/** Parses a query after replacing the variables of Grafana. */
function readQuery(text: string): Query {
  const query = text.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*");
  const metrics: string[] = [];
  const labels: string[] = [];
  let isWellFormed = true;
  parser.parse(query).iterate({
    enter: ({ type, from, to, node }) => {
      const part = query.slice(from, to);
      if (type.isError) isWellFormed = false;
      if (type.name === "Identifier" && node.parent?.type.name === "VectorSelector")
        metrics.push(part);
      if (type.name === "LabelName") labels.push(part);
    },
  });
  return { isWellFormed, metrics, labels };
}

test("readQuery finds the metrics and labels of a query, and detects a malformed one", () => {
  expect(readQuery('sum by (a) (rate(up{b="c"}[5m])) / on (d) left')).toEqual({
    isWellFormed: true,
    metrics: ["up", "left"],
    labels: ["a", "b", "d"],
  });
  expect(readQuery("sum(rate(up[5m])").isWellFormed).toBe(false);
});

describe.each([
  ...rules.map(({ alert, expr }) => ({ name: alert, expr, legendText: "" })),
  ...queries.map(({ title, expr, legendFormat }) => ({
    name: title,
    expr,
    legendText: legendFormat,
  })),
])("the query of $name", ({ expr, legendText }) => {
  test("uses metrics and labels that the service exports", () => {
    const { isWellFormed, metrics, labels } = readQuery(expr);
    expect(isWellFormed).toBe(true);
    expect(metrics).not.toEqual([]);
    const known = new Set(["le"]);
    for (const name of metrics) {
      expect([...declared.keys()]).toContain(name);
      for (const label of declared.get(name) ?? []) known.add(label);
    }
    const legend = [...legendText.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
    expect([...known]).toEqual(expect.arrayContaining([...labels, ...legend]));
  });
});

test("each alert has a severity and a summary, and is described in the guide", () => {
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, labels, annotations } of rules) {
    expect(["critical", "warning"]).toContain(labels.severity);
    expect(annotations.summary).not.toBe("");
    expect(guide).toContain(`| \`${alert}\` `);
  }
  const named = [...guide.matchAll(/^\| `(Antechamber\w+)` /gm)].map(([, name]) => name);
  expect(named).toEqual(rules.map(({ alert }) => alert));
  const good: Settlement = "acknowledged";
  expect(rules.find(({ alert }) => alert === "AntechamberWebhooks")?.expr).toContain(
    `outcome!="${good}"`,
  );
});

test("the dashboard declares exactly the variables that it uses", () => {
  const used = [...textOf("deploy/monitoring/dashboard.json").matchAll(/\$\{?([a-z]\w*)/g)];
  const there = dashboard.templating.list.map(({ name }) => name);
  expect([...new Set(used.map(([, name = ""]) => name))].toSorted()).toEqual(there.toSorted());
});

const promtool = process.env["TEST_PROMTOOL"];

test.runIf(promtool !== undefined)(
  "Prometheus accepts the alert rules and raises each alert in its test",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "antechamber-alerts-"));
    const root = join(import.meta.dirname, "../..");
    await copyFile(join(root, alertsFile), join(folder, "alerts.yaml"));
    const tests = "alerts.promtool.yaml";
    await copyFile(join(import.meta.dirname, tests), join(folder, tests));
    try {
      const checked = await run(promtool ?? "", ["check", "rules", join(folder, "alerts.yaml")]);
      expect(checked.stdout).toContain(`SUCCESS: ${rules.length} rules found`);
      const tried = await run(promtool ?? "", ["test", "rules", join(folder, tests)]);
      expect(tried.stdout).toContain("SUCCESS");
      for (const { alert } of rules)
        expect(textOf(`tests/deploy/${tests}`)).toContain(`alertname="${alert}"`);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
