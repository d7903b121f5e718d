import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Line, ratioLine } from '../line.ts';
import type { Service } from '../service.ts';
import { median, percentile } from '../statistics.ts';

const run = promisify(execFile);
const connections = 8;
/** Pings of others a second: a busy site, and far from what the service takes. */
const othersRate = 50;

export interface AttackRounds {
  /** Of each kind. */
  rounds: number;
  seconds: number;
}

/**
 * How long others' pings take while one address sends bombs as fast as eight connections allow, beside the same without
 * the attack. Rounds in turn, so that whatever else the machine does falls on both alike.
 * @param service started with TRUST_PROXY=1
 */
export async function measureAttack(
  service: Service,
  { rounds, seconds }: AttackRounds,
  say: (text: string) => void,
): Promise<Line[]> {
  const p95s: Record<'quiet' | 'attacked', number[]> = { quiet: [], attacked: [] };
  const answers = new Map<string, number>();
  await othersPings(service.pingUrl, 1); // warm-up
  for (let round = 0; round < rounds; round++) {
    p95s.quiet.push(percentile(await othersPings(service.pingUrl, seconds), 0.95));
    const attacked = attack(service.pingUrl, seconds + 1);
    await sleep(500);
    p95s.attacked.push(percentile(await othersPings(service.pingUrl, seconds), 0.95));
    for (const [status, count] of Object.entries(await attacked)) {
      answers.set(status, (answers.get(status) ?? 0) + count);
    }
    say(`round ${round + 1} of ${rounds}`);
  }
  const [quiet, attacked] = [median(p95s.quiet), median(p95s.attacked)];
  const spread = (values: number[]) =>
    `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)})`;
  return [
    ratioLine('attack', "others' pings, p95, while one address sends bombs, of without", attacked / quiet, {
      atMost: 1.5,
      baseline: spread(p95s.quiet),
    }),
    {
      part: 'attack',
      what: 'the same, p95',
      figure: spread(p95s.attacked),
      target: '',
      met: undefined,
    },
    {
      part: 'attack',
      what: 'bombs by the status of their answer',
      figure: [...answers].map(([status, count]) => `${count} x ${status}`).join(', '),
      target: '',
      met: undefined,
    },
  ];
}

async function attack(url: string, seconds: number): Promise<Record<string, number>> {
  const args = ['dist/bench/attack/attacker.js', url, `${seconds}`, `${connections}`];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout);
}

/**
 * Sends pings at a fixed rate, each from another address, whether or not the earlier ones were answered.
 * @returns how long each took, milliseconds, counted from when it was due
 */
async function othersPings(url: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const pending: Promise<number>[] = [];
  for (let i = 0; i < othersRate * seconds; i++) {
    const due = began + (i * 1000) / othersRate;
    await sleep(Math.max(0, due - performance.now()));
    pending.push(ping(url, `198.51.100.${i % 250}`, agent).then(() => performance.now() - due));
  }
  const times = await Promise.all(pending);
  agent.destroy();
  return times;
}

/** @throws an Error when the ping is not taken */
function ping(url: string, address: string, agent: Agent): Promise<void> {
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'X-Forwarded-For': address,
  };
  return new Promise((resolve, reject) => {
    const req = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 202) resolve();
        else reject(new Error(`a ping of ${address} was answered ${response.statusCode}`));
      });
    });
    req.once('error', reject);
    req.end(JSON.stringify({ site_id: 'blog', url: 'https://example.org/attacked' }));
  });
}
