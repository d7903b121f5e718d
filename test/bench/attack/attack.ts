import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Line, plainLine, ratioLine } from '../line.ts';
import { othersPings } from '../others-pings.ts';
import type { Service } from '../service.ts';
import { median, percentile } from '../statistics.ts';

const run = promisify(execFile);
const connections = 8;

export interface AttackRounds {
  /** Of each kind. */
  rounds: number;
  seconds: number;
}

/**
 * Measures others' pings while one address sends bombs as fast as eight connections allow, and without the attack. The
 * rounds alternate, so that other load affects both alike.
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
    plainLine('attack', 'the same, p95', spread(p95s.attacked)),
    plainLine(
      'attack',
      'bombs by the status of their answer',
      [...answers].map(([status, count]) => `${count} x ${status}`).join(', '),
    ),
  ];
}

async function attack(url: string, seconds: number): Promise<Record<string, number>> {
  const args = ['dist/bench/attack/attacker.js', url, `${seconds}`, `${connections}`];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout);
}
