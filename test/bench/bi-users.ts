import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Filled } from './fill/fill.ts';
import { delays } from './freshness.ts';
import { type Line, ratioLine } from './line.ts';
import { othersPings } from './others-pings.ts';
import { ms } from './reports/timing.ts';
import type { Service } from './service.ts';
import { median, percentile } from './statistics.ts';

interface BiRounds {
  rounds: number;
  /** Of pings and reports, in each round and each half of it. */
  seconds: number;
  /** Whose way until they are visible is timed, in each round. */
  pings: number;
}

const users = 4;
const password = 'the password of the benchmark';
const reports = ['/overview', '/pages', '/sources', '/pageviews-over-time', '/geo', '/devices'];

/** Times of one half of a round, milliseconds. */
interface Times {
  acknowledged: number;
  reported: number;
  visible: number;
}

/**
 * What four BI users cost the others, who ask the slowest question of docs/bi.md in a loop: pings, reports, and how long until
 * pings are visible. Beside the same without them, in turn, so that whatever else the machine does affects both alike.
 * @param folder the DATA_DIR of the service
 * @param question the slowest question
 */
export async function measureBiUsers(
  service: Service,
  folder: string,
  { siteId, end }: Filled,
  question: string,
  { rounds, seconds, pings }: BiRounds,
  say: (text: string) => void,
): Promise<Line[]> {
  addUsers(folder);
  // The last one: the service may start its ClickHouse again for each.
  await until(async () => (await ask(service, `bench${users}`, 'select 1')).ok);
  await until(async () => (await service.report('/overview')) !== undefined);
  const day = 86_400_000;
  let shiftMs = 0;
  /** Another range each time, so that no report is answered from a cache. */
  const range = () => {
    shiftMs++;
    return `site_id=${siteId}&start=${new Date(end - 30 * day + shiftMs).toISOString()}&end=${new Date(end).toISOString()}`;
  };
  const measure = async (): Promise<Times> => {
    const reported: number[] = [];
    let over = false;
    const reading = async () => {
      for (let turn = 0; !over; turn++) {
        const began = performance.now();
        await service.report(`${reports[turn % reports.length]}?${range()}`);
        reported.push(performance.now() - began);
      }
    };
    const reader = reading();
    const acknowledged = await othersPings(service.pingUrl, seconds);
    const visible = await delays(service, pings);
    over = true;
    await reader;
    return {
      acknowledged: percentile(acknowledged, 0.99),
      reported: percentile(reported, 0.95),
      visible: percentile(visible, 0.95),
    };
  };
  const [alone, beside]: [Times[], Times[]] = [[], []];
  let [answered, refused] = [0, 0];
  await measure(); // warm-up
  for (let round = 0; round < rounds; round++) {
    alone.push(await measure());
    let over = false;
    const looping = Array.from({ length: users }, async (_, index) => {
      while (!over) {
        const { ok } = await ask(service, `bench${index + 1}`, question);
        if (ok) answered++;
        else refused++;
      }
    });
    beside.push(await measure());
    over = true;
    await Promise.all(looping);
    say(`${users} BI users: round ${round + 1} of ${rounds}, ${answered} answers`);
  }
  const at = (times: readonly Times[], name: keyof Times) => median(times.map((time) => time[name]));
  const compared = (name: keyof Times, what: string, atMost: number) =>
    ratioLine('bi', `${what} beside ${users} BI users, of without`, at(beside, name) / at(alone, name), {
      atMost,
      baseline: `${ms(at(alone, name))} ms`,
    });
  const visible = at(beside, 'visible');
  return [
    compared('acknowledged', 'pings acknowledged, p99,', 1.5),
    compared('reported', 'reports of 30 days, p95,', 2),
    {
      part: 'bi',
      what: `202 to visible beside ${users} BI users, p95`,
      figure: `${Math.round(visible)} ms`,
      baseline: `${Math.round(at(alone, 'visible'))} ms`,
      target: '< 1,500 ms',
      met: visible < 1500,
    },
    {
      part: 'bi',
      what: `refused answers of ${users} BI users`,
      figure: `${refused}`,
      baseline: `${answered} answered`,
      target: '0',
      met: refused === 0,
    },
  ];
}

function addUsers(folder: string): void {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder };
  const program = (...args: string[]) =>
    execFileSync(process.execPath, ['dist/bi-user.js', ...args], { env, input: password });
  const there = program('list').toString();
  for (let number = 1; number <= users; number++) {
    if (!there.includes(`bench${number}`)) program('add', `bench${number}`, '--password-file', '-');
  }
}

/** Asks as a BI user, as its tools do. */
async function ask({ biUrl }: Service, user: string, sql: string): Promise<{ ok: boolean }> {
  const response = await fetch(`${biUrl}/?database=bi`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body: sql,
  });
  await response.arrayBuffer();
  return { ok: response.ok };
}

/** Waits while the service starts its ClickHouse again. */
async function until(isThere: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isThere().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('the BI users were not there within two minutes');
    await sleep(100);
  }
}
