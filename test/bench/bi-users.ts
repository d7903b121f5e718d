import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { besideAndAlone, inLoops } from './beside.ts';
import type { Filled } from './fill/fill.ts';
import { delays } from './freshness.ts';
import { type Line, line } from './line.ts';
import { othersPings } from './others-pings.ts';
import { askOf } from './reports/timing.ts';
import { askClickHouse, type Service } from './service.ts';
import type { Sizes } from './sizes.ts';
import { grouped, median, percentile, took } from './statistics.ts';

const users = 4;
/** The account of them all, as the embedded server has one. */
const account = 'analyst';
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
 * pings are visible. Beside the same without them.
 * @param question the slowest question
 */
export async function measureBiUsers(
  service: Service,
  filled: Filled,
  question: string,
  { rounds, seconds, pings }: Sizes['biUsers'],
): Promise<Line[]> {
  addAccount(service.folder);
  // The service starts its ClickHouse again for it.
  await until(async () => (await isAnswered(service, 'select 1')) === true);
  await until(async () => (await service.report('/overview')) !== undefined);
  // Another range each time, so that no report is answered from a cache.
  let turn = 0;
  const reading = reports.map((path) => askOf(service, filled, path));
  const measure = async (): Promise<Times> => {
    const reported: number[] = [];
    const read = async () => {
      turn++;
      reported.push(await took(async () => reading[turn % reading.length]?.(turn)));
    };
    const stop = inLoops([read]);
    const acknowledged = await othersPings(service.pingUrl, seconds);
    const visible = await delays(service, pings);
    await stop();
    return {
      acknowledged: percentile(acknowledged, 0.99),
      reported: percentile(reported, 0.95),
      visible: percentile(visible, 0.95),
    };
  };
  let [answered, refused] = [0, 0];
  const asking = Array.from({ length: users }, () => async () => {
    if (await isAnswered(service, question)) answered++;
    else refused++;
  });
  await measure(); // warm-up
  const { alone, beside } = await besideAndAlone(rounds, measure, async () => inLoops(asking));
  const at = (times: readonly Times[], name: keyof Times) => median(times.map((time) => time[name]));
  const besideUsers = (name: keyof Times, what: string, limit: { times: number } | { ms: number }) => {
    const [without, withUsers] = [at(alone, name), at(beside, name)];
    const baseline = `${grouped(without, 1)} ms`;
    return 'ms' in limit
      ? line(`${what} beside ${users} BI users, p95`, withUsers, { unit: ' ms', atMost: limit.ms, baseline })
      : line(`${what} beside ${users} BI users, of without`, withUsers / without, {
          atMost: limit.times,
          baseline,
        });
  };
  return [
    besideUsers('acknowledged', 'pings acknowledged, p99,', { times: 1.5 }),
    besideUsers('reported', 'reports of 30 days, p95,', { times: 2 }),
    besideUsers('visible', '202 to visible', { ms: 1500 }),
    line(`refused answers of ${users} BI users`, refused, {
      unit: '',
      atMost: 0,
      baseline: `${answered} answered`,
    }),
  ];
}

function addAccount(folder: string): void {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder };
  const program = (...args: string[]) =>
    execFileSync(process.execPath, ['dist/bi-user.js', ...args], { env, input: password });
  if (!program('list').toString().includes(account))
    program('add', account, '--max-memory-mb', `${users * 1000}`, '--password-file', '-');
}

/** Asks as the account, as its tools do. */
function isAnswered({ biUrl }: Service, sql: string): Promise<boolean> {
  const url = biUrl.replace('//', `//${account}:${encodeURIComponent(password)}@`);
  return askClickHouse(url, { database: 'bi' }, sql).then(
    async (response) => Boolean(await response.arrayBuffer()),
    () => false,
  );
}

/** Waits while the service starts its ClickHouse again. */
async function until(isThere: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isThere().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('the BI users were not there within two minutes');
    await sleep(100);
  }
}
