// Checks the compose file and the Kubernetes manifests without an engine: what they name of the
// program and of each other exists, and the program works with their variables and commands.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { STOP_LIMIT_MS } from "../../packages/server/src/start/start.ts";
import {
  PROGRAM,
  startProgram,
  type RunningProgram,
} from "../../packages/server/src/testing/processes/start-program.ts";
import { valueAt } from "../../packages/server/src/testing/answer.ts";
import { freshDatabase } from "../fresh-database.ts";
import { argumentsOf, stagesOf, variablesOf } from "../packages/dockerfile.ts";
import { outputOf, placeWith } from "../packages/programs.ts";
import { filesIn, textOf } from "../source-tree.ts";
import { deployed } from "./deployed-world.ts";
import { settingsIn } from "./program-settings.ts";

const image = stagesOf(textOf("Dockerfile")).at(-1) ?? [];

/** The timeout of a test that starts several programs. */
const LONG = 120_000;

type Values = Readonly<Record<string, string>>;

/** The image's default arguments. */
function imageArguments(): readonly string[] {
  const command = image.find(({ name }) => name === "CMD");
  return command === undefined ? [] : argumentsOf(command);
}

const imagePort = image.find(({ name }) => name === "EXPOSE")?.text;

let folder: string;
let database: string;
const running: RunningProgram[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antechamber-containers-"));
  await writeFile(join(folder, "control-key"), deployed.controlKey);
  database = await freshDatabase();
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** A container's variables adapted to this machine: its database, its key, and a free port. */
function onThisMachine(env: Values): Values {
  const key = env["ANTECHAMBER_CONTROL_KEY_FILE"];
  const bus = process.env["TEST_REDIS_URL"];
  const onBus = bus !== undefined && env["ANTECHAMBER_BUS"] !== undefined;
  return {
    ...variablesOf(image),
    ...env,
    ANTECHAMBER_HOST: "127.0.0.1",
    ANTECHAMBER_PORT: "0",
    ANTECHAMBER_STORE: database,
    ...(onBus ? { ANTECHAMBER_BUS: bus } : {}),
    ...(key === undefined ? {} : { ANTECHAMBER_CONTROL_KEY_FILE: join(folder, "control-key") }),
  };
}

async function start(args: readonly string[], env: Values): Promise<RunningProgram> {
  const started = await startProgram(args, onThisMachine(env));
  running.push(started);
  return started;
}

async function migrate(args: readonly string[], env: Values): Promise<void> {
  const place = placeWith(process.execPath, folder, onThisMachine(env));
  expect(await outputOf([process.execPath, PROGRAM, ...args], place)).toContain("up to date");
}

/** Expects that two containers, started on the store that the migration left, form one service. */
async function expectOneService(args: readonly string[], envs: readonly Values[]): Promise<void> {
  const both = await Promise.all(envs.map((env) => start(args, env)));
  for (const each of both) {
    expect(each.output()).toContain("production mode");
    const { url } = each;
    const world = await fetch(`${url}/control/v1/world`, {
      headers: { authorization: `Control ${deployed.controlKey}` },
    });
    expect(world.status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const metrics = await fetch(`${url}/metrics`, {
      headers: { authorization: `Control ${deployed.controlKey}` },
    });
    expect(await metrics.text()).toMatch(/^antechamber_bus_up(\{.*\})? 1$/m);
  }
}

interface Container {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment: Values;
  readonly networks: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly stop_grace_period?: string;
  readonly healthcheck?: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

/** Interpolates variables as compose does: `${A}`, `${A:-default}`, and `${A:?why it is needed}`. */
function interpolated(text: string, env: Values): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, otherwise: string | undefined) => {
      const value = env[name] ?? "";
      if (value === "" && kind !== "-") throw new Error(`${name}: ${otherwise}`);
      return value === "" ? (otherwise ?? "") : value;
    },
  );
}

const answers = { ANTECHAMBER_NAME: "id.example", POSTGRES_PASSWORD: "secret" };

function composeWith(env: Values): Compose {
  const text = textOf("deploy/compose/compose.yaml");
  return parse(interpolated(text, env), { merge: true }) as Compose;
}

describe("the compose file", () => {
  const compose = composeWith(answers);
  const ours = Object.entries(compose.services).filter(([, { image: name }]) =>
    name.startsWith("antechamber"),
  );
  const service = (name: string): Container => {
    const found = compose.services[name];
    if (found === undefined) throw new Error(`no service ${name}`);
    return found;
  };

  test("requires exactly the variables of the example environment", () => {
    const example = [...textOf("deploy/compose/example.env").matchAll(/^(\w+)=/gm)];
    const names = example.map(([, name = ""]) => name);
    expect(names.toSorted()).toEqual(Object.keys(answers).toSorted());
    for (const name of names)
      expect(() => composeWith({ ...answers, [name]: "" })).toThrow("set it in .env");
  });

  test("refers only to existing settings, networks, volumes, secrets, files and services", () => {
    for (const [, { environment }] of ours) {
      const names = Object.keys(environment);
      expect(settingsIn(names)).toEqual(names);
    }
    const { networks, volumes, secrets, services } = compose;
    for (const each of Object.values(services)) {
      expect(Object.keys(networks)).toEqual(expect.arrayContaining([...each.networks]));
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...(each.secrets ?? [])]));
      expect(Object.keys(services)).toEqual(
        expect.arrayContaining(Object.keys(each.depends_on ?? {})),
      );
      const sources = (each.volumes ?? []).map((volume) => volume.split(":")[0] ?? "");
      const files = sources.filter((source) => source.startsWith("."));
      const named = sources.filter((source) => !source.startsWith("."));
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
      expect(files.flatMap((path) => filesIn(join("deploy/compose", path)))).toHaveLength(
        files.length,
      );
    }
    const bus = new URL(ours[0]?.[1].environment["ANTECHAMBER_BUS"] ?? "");
    expect(Object.keys(services)).toContain(bus.hostname);
    const upstreams = service("proxy").environment["ANTECHAMBER_UPSTREAMS"]?.split(" ") ?? [];
    expect(upstreams).toEqual(["antechamber-1", "antechamber-2"].map((n) => `${n}:${imagePort}`));
    for (const upstream of upstreams)
      expect(Object.keys(services)).toContain(upstream.split(":")[0]);
  });

  test("allows enough time for a stop, and trusts the network of the proxy", () => {
    for (const [, { stop_grace_period: patience = "" }] of ours)
      expect(Number(patience.replace(/s$/, "")) * 1000).toBeGreaterThan(STOP_LIMIT_MS);
    const subnet = valueAt(compose.networks, ["inside", "ipam", "config", 0, "subnet"]);
    const [first] = ours;
    expect(first?.[1].environment["ANTECHAMBER_TRUSTED_PROXIES"]).toBe(subnet);
    expect(service("proxy").networks).toContain("inside");
  });

  test(
    "migrates, and then starts two processes that form one service",
    async () => {
      const { command = [], environment } = service("migrate");
      await migrate(command, environment);
      const both = ["antechamber-1", "antechamber-2"].map((name) => service(name));
      for (const each of both) expect(each.command).toBeUndefined();
      await expectOneService(
        imageArguments(),
        both.map((each) => each.environment),
      );
    },
    LONG,
  );
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Values };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface PodContainer {
  readonly image: string;
  readonly args?: readonly string[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: string[] } } };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

describe("the manifests of Kubernetes", () => {
  const manifests = filesIn("deploy/kubernetes/*.yaml").flatMap((path) =>
    parseAllDocuments(textOf(path)).map((document) => {
      if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join()}`);
      return document.toJS() as Manifest;
    }),
  );
  const only = (kind: string): Manifest => {
    const [found, ...others] = manifests.filter(
      (each) => each.kind === kind && each.metadata.name !== "antechamber-redis",
    );
    if (found === undefined || others.length > 0) throw new Error(`one ${kind}, please`);
    return found;
  };
  const at = (kind: string, ...path: readonly (string | number)[]) => valueAt(only(kind), path);
  const containerOf = (kind: string) =>
    at(kind, "spec", "template", "spec", "containers", 0) as PodContainer;
  const pod = containerOf("Deployment");
  const settings = at("ConfigMap", "data") as Values;

  /** The variables of a container; the value of one from a secret is the secret's key. */
  function variables({ env }: PodContainer): Values {
    return Object.fromEntries(
      env.map(({ name, value, valueFrom }) => [name, value ?? valueFrom?.secretKeyRef.key ?? ""]),
    );
  }

  test("refer to existing settings and to each other", () => {
    const names = [...Object.keys(settings), ...Object.keys(variables(pod))];
    expect(settingsIn(names)).toEqual(names);
    const migrating = Object.keys(variables(containerOf("Job")));
    expect(settingsIn(migrating)).toEqual(migrating);
    expect(containerOf("Job").image).toBe(pod.image);
    expect(valueAt(pod, ["envFrom", 0, "configMapRef", "name"])).toBe(
      only("ConfigMap").metadata.name,
    );
    const labels = at("Deployment", "spec", "template", "metadata", "labels");
    const selected = [
      at("Deployment", "spec", "selector", "matchLabels"),
      at("PodDisruptionBudget", "spec", "selector", "matchLabels"),
      at("Service", "spec", "selector"),
      at("NetworkPolicy", "spec", "podSelector", "matchLabels"),
    ];
    for (const selector of selected) expect(selector).toEqual(labels);
    expect(at("Job", "spec", "template", "metadata", "labels")).not.toEqual(labels);
    const backend = at("Ingress", "spec", "rules", 0, "http", "paths", 0, "backend", "service");
    expect(backend).toEqual({
      name: only("Service").metadata.name,
      port: { name: valueAt(only("Service"), ["spec", "ports", 0, "name"]) },
    });
    expect(pod.ports).toEqual([
      { name: at("Service", "spec", "ports", 0, "targetPort"), containerPort: Number(imagePort) },
    ]);
    expect(at("NetworkPolicy", "spec", "ingress", 0, "ports", 0, "port")).toBe(
      pod.ports?.[0]?.name,
    );
  });

  test("use the included Redis as the bus, and allow the pods to reach it", () => {
    const beside = manifests.filter(({ metadata }) => metadata.name === "antechamber-redis");
    expect(beside.map(({ kind }) => kind)).toEqual(["Deployment", "Service", "NetworkPolicy"]);
    const [redis, service, policy] = beside;
    const { hostname, port } = new URL(settings["ANTECHAMBER_BUS"] ?? "");
    expect(hostname).toBe(service?.metadata.name);
    expect(Number(port)).toBe(valueAt(service, ["spec", "ports", 0, "port"]));
    const labels = valueAt(redis, ["spec", "template", "metadata", "labels"]);
    expect(valueAt(service, ["spec", "selector"])).toEqual(labels);
    expect(valueAt(policy, ["spec", "podSelector", "matchLabels"])).toEqual(labels);
    const egress = at("NetworkPolicy", "spec", "egress") as readonly unknown[];
    expect(egress).toContainEqual({
      to: [{ podSelector: { matchLabels: labels } }],
      ports: [{ protocol: "TCP", port: Number(port) }],
    });
    expect(
      valueAt(policy, ["spec", "ingress", 0, "from", 0, "podSelector", "matchLabels"]),
    ).toEqual(at("Deployment", "spec", "template", "metadata", "labels"));
  });

  test("mount the control key where the program reads it, and the image's working folder", () => {
    const mounts = new Map(pod.volumeMounts?.map(({ name, mountPath }) => [name, mountPath]));
    const file = variables(pod)["ANTECHAMBER_CONTROL_KEY_FILE"];
    expect(file).toBe(`${mounts.get("secrets")}/control-key`);
    expect(mounts.get("data")).toBe(image.find(({ name }) => name === "WORKDIR")?.text);
    const volumes = at("Deployment", "spec", "template", "spec", "volumes");
    expect(valueAt(volumes, [1, "secret", "items", 0, "path"])).toBe("control-key");
  });

  test("give a pod enough time to leave the load balancers and to stop", () => {
    const graceS = at("Deployment", "spec", "template", "spec", "terminationGracePeriodSeconds");
    const [sleep, seconds] = pod.lifecycle.preStop.exec.command;
    expect(sleep).toBe("sleep");
    expect(Number(graceS)).toBeGreaterThan(Number(seconds) + STOP_LIMIT_MS / 1000);
    expect(at("Deployment", "spec", "strategy", "rollingUpdate")).toEqual({
      maxSurge: 1,
      maxUnavailable: 0,
    });
  });

  test("configure the ingress like the proxy of the guide", () => {
    const conf = textOf("deploy/proxies/nginx.conf");
    const annotations = Object.entries(at("Ingress", "metadata", "annotations") as Values);
    expect(annotations).not.toEqual([]);
    for (const [name, value] of annotations) {
      const setting = name.replace("nginx.ingress.kubernetes.io/", "").replaceAll("-", "_");
      const known = setting === "proxy_body_size" ? "client_max_body_size" : setting;
      expect(conf).toMatch(new RegExp(`^\\s+${known} +${value}s?;`, "m"));
    }
  });

  test(
    "migrate in a job, run two pods as one service, and answer the probes",
    async () => {
      const job = containerOf("Job");
      await migrate(job.args ?? [], variables(job));
      expect(pod.args).toBeUndefined();
      const env = { ...settings, ...variables(pod) };
      await expectOneService(imageArguments(), [env, env]);
      const { url } = running[0] ?? { url: "" };
      for (const probe of [pod.startupProbe, pod.readinessProbe, pod.livenessProbe]) {
        expect(probe.httpGet.port).toBe(pod.ports?.[0]?.name);
        expect((await fetch(url + probe.httpGet.path)).status).toBe(200);
      }
      expect(pod.readinessProbe.httpGet.path).not.toBe(pod.livenessProbe.httpGet.path);
    },
    LONG,
  );
});
