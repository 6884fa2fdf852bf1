import { describe, expect, test } from "vitest";
import { openMetrics } from "./metrics.ts";

/** The names that a text declares, in its order. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1] as string);
}

describe("metrics", () => {
  test("include those of the process once, beside the service's own", async () => {
    const [first, second] = [openMetrics(), openMetrics()];
    first.countEvent("LOBBY_CREATE");
    const { text } = await first.expose();
    const names = namesIn(text);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toContain("process_cpu_seconds_total");
    expect(text).toContain('antechamber_events_total{event="LOBBY_CREATE"} 1');
    expect((await second.expose()).text).not.toContain("LOBBY_CREATE");
  });

  test("name the process when others share the store", async () => {
    const metrics = openMetrics(() => 7);
    metrics.countEvent("LOBBY_CREATE");
    metrics.countEventFailure("LOBBY_UPDATE");
    const { text } = await metrics.expose();
    expect(text).toMatch(/antechamber_events_total\{event="LOBBY_CREATE",process="7"\} 1/);
    expect(text).toMatch(/antechamber_event_failures_total\{.*LOBBY_UPDATE.*process="7"\} 1/);
  });

  test("count calls by endpoint, status and duration", async () => {
    const metrics = openMetrics();
    for (const seconds of [0.001, 0.004, 3]) metrics.countCall("getLobby", 200, seconds);
    metrics.countCall("getLobby", 404, 0.2);
    const { text } = await metrics.expose();
    const name = "antechamber_http_request_duration_seconds";
    const lines = text.split("\n").filter((line) => line.includes(name));
    expect(lines).toEqual([
      `# HELP ${name} Calls by endpoint and status.`,
      `# TYPE ${name} histogram`,
      ...[
        ["0.001", 1],
        ["0.005", 2],
        ["0.025", 2],
        ["0.1", 2],
        ["0.5", 2],
        ["2.5", 2],
        ["+Inf", 3],
      ].map(([le, n]) => `${name}_bucket{le="${le}",endpoint="getLobby",status="200"} ${n}`),
      `${name}_sum{endpoint="getLobby",status="200"} 3.005`,
      `${name}_count{endpoint="getLobby",status="200"} 3`,
      ...["0.001", "0.005", "0.025", "0.1", "0.5", "2.5", "+Inf"].map(
        (le, at) => `${name}_bucket{le="${le}",endpoint="getLobby",status="404"} ${at < 4 ? 0 : 1}`,
      ),
      `${name}_sum{endpoint="getLobby",status="404"} 0.2`,
      `${name}_count{endpoint="getLobby",status="404"} 1`,
    ]);
  });

  test("read totals at each scrape without adding to them", async () => {
    const metrics = openMetrics();
    let total = 3;
    metrics.total("antechamber_tries_total", "Tries.", () => total);
    expect((await metrics.expose()).text).toContain("antechamber_tries_total 3\n");
    total = 5;
    expect((await metrics.expose()).text).toContain("antechamber_tries_total 5\n");
  });

  test("end each line as the exposition format requires", async () => {
    const { text } = await openMetrics().expose();
    expect(text.endsWith("\n")).toBe(true);
    expect(text).not.toContain("}#");
    expect(text.split("\n").filter((line) => /^.+# (HELP|TYPE)/.test(line))).toEqual([]);
  });
});
