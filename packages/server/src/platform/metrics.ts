// Prometheus metrics; the only module that uses the library behind them.
import {
  Counter,
  Gauge,
  Registry,
  collectDefaultMetrics,
  register as processRegistry,
  type Histogram,
} from "prom-client";
import { CallDurations } from "./call-durations.ts";

export interface Metrics {
  /** Counts an answered call; `endpoint` is its id, or `none`. */
  countCall(endpoint: string, status: number, seconds: number): void;
  /** Counts an event that was recorded by this process. */
  countEvent(event: string): void;
  /** Counts an event that something in this process failed on. */
  countEventFailure(event: string): void;
  /** Counts a failure of a job, which is retried or was given up. */
  countJobFailure(job: string): void;
  /** Counts an attempt to deliver an event to an application's webhook. */
  countDelivery(event: string, outcome: string): void;
  /** Adds a number that is read whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number): void;
  /** As `gauge`, for a number that only grows. */
  total(name: string, help: string, read: () => number): void;
  /** The text exposition format with its content type. */
  expose(): Promise<{ contentType: string; text: string }>;
}

function createCounters(registers: Registry[]) {
  const events = new Counter({
    name: "antechamber_events_total",
    help: "Events recorded by this process, by name.",
    labelNames: ["event"],
    registers,
  });
  const eventFailures = new Counter({
    name: "antechamber_event_failures_total",
    help: "Events that something in this process could not deal with, by name.",
    labelNames: ["event"],
    registers,
  });
  const failures = new Counter({
    name: "antechamber_job_failures_total",
    help: "Failed tries of jobs, by kind.",
    labelNames: ["job"],
    registers,
  });
  const deliveries = new Counter({
    name: "antechamber_webhook_tries_total",
    help: "Tries to deliver events to webhooks, by type and what came of them.",
    labelNames: ["event", "outcome"],
    registers,
  });
  return { events, eventFailures, failures, deliveries };
}

/** Counts calls, which the registry reads when it is read itself: it needs no more of a metric. */
function createCallDurations(registry: Registry): CallDurations {
  const calls = new CallDurations();
  const name = "antechamber_http_request_duration_seconds";
  const definition = { name, help: "Calls by endpoint and status.", type: "histogram" };
  const metric = { name, get: () => ({ ...definition, values: calls.values(name) }) };
  registry.registerMetric(metric as unknown as Histogram);
  return calls;
}

/**
 * The metrics of the process itself, in the library's own registry, which all services of a process
 * share. Their observer of the garbage collector cannot be stopped, and one for each service would
 * keep every service in memory.
 */
function metricsOfProcess(): Registry {
  const isEmpty = processRegistry.getMetricsAsArray().length === 0;
  if (isEmpty) collectDefaultMetrics({ register: processRegistry });
  return processRegistry;
}

/**
 * Opens the metrics of one service, beside those of the process.
 *
 * @param processNumber its number among the processes of one store, read each time; undefined for a
 *   single process
 */
export function openMetrics(processNumber: () => number | undefined = () => undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const processMetrics = metricsOfProcess();
  const calls = createCallDurations(registry);
  const { events, eventFailures, failures, deliveries } = createCounters(registers);
  return {
    countCall: (endpoint, status, seconds) => calls.add(endpoint, status, seconds),
    countEvent: (event) => events.inc({ event }),
    countEventFailure: (event) => eventFailures.inc({ event }),
    countJobFailure: (job) => failures.inc({ job }),
    countDelivery: (event, outcome) => deliveries.inc({ event, outcome }),
    gauge(name, help, read) {
      const gauge = new Gauge({
        name,
        help,
        registers,
        collect: () => {
          gauge.set(read());
        },
      });
    },
    total(name, help, read) {
      const counter = new Counter({
        name,
        help,
        registers,
        collect: () => {
          counter.reset();
          counter.inc(read());
        },
      });
    },
    async expose() {
      const number = processNumber();
      registry.setDefaultLabels(number === undefined ? {} : { process: String(number) });
      const texts = await Promise.all([processMetrics.metrics(), registry.metrics()]);
      return { contentType: registry.contentType, text: texts.join("") };
    },
  };
}
