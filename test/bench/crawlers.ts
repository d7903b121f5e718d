import { only } from '@tallyhouse/clickhouse';
import { type Line, line, p95Line } from './line.ts';
import type { Measured } from './measured.ts';
import { takenBy } from './reports/timing.ts';
import { key, type Service } from './service.ts';
import { grouped, median, timesInTurn } from './statistics.ts';
import { targets } from './targets.ts';

const paths = [
  '/crawlers',
  '/crawlers?by=operator',
  '/crawlers?by=purpose',
  '/crawlers?by=page',
  '/crawlers?filter=operator:Operator1',
  '/crawlers?filter=hostname:blog.example',
  '/crawlers-over-time?granularity=day',
  '/coverage',
];

/** Times reports of crawlers over the filled range, whose days are settled, and calls of a tool. */
export const measureCrawlers: Measured<'reports'> = async (service, filled, repetitions) => {
  const lines: Line[] = [];
  for (const path of paths) {
    const { p95Ms, cpuMs } = only(await takenBy([service], filled, path, repetitions));
    lines.push(p95Line(path, p95Ms, targets.crawlers, { baseline: `${grouped(cpuMs)} ms of CPU` }));
  }
  lines.push(
    line(
      'a call of a tool over /mcp, more than over the API',
      await addedByMcp(service, repetitions.asked),
      targets.mcp,
    ),
  );
  return lines;
};

/** The difference of the medians of both, in turn, milliseconds: for a report that asks ClickHouse nothing. */
async function addedByMcp({ apiUrl, report }: Service, asked: number): Promise<number> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'me' } });
  const call = async () => {
    const text = await (await fetch(new URL('/mcp', apiUrl), { method: 'POST', headers, body })).text();
    if (!text.includes('dashboard_url')) throw new Error(`/mcp answered ${text}`);
  };
  const rounds = { warmUps: asked, asked: 10 * asked };
  const [called = [], reported = []] = await timesInTurn(rounds, [call, () => report('/me')]);
  return median(called) - median(reported);
}
