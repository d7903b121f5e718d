import { setTimeout as sleep } from 'node:timers/promises';
import { besideAndAlone } from '../beside.ts';
import { type Line, line, note } from '../line.ts';
import { othersP95 } from '../others-pings.ts';
import { runForJson } from '../process.ts';
import type { Service } from '../service.ts';
import { median, spreadOf } from '../statistics.ts';

const connections = 8;

/**
 * Measures others' pings while one address sends bombs as fast as eight connections allow, and without the attack.
 * @param service started with TRUST_PROXY=1
 */
export async function measureAttack(
  { pingUrl }: Service,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Line[]> {
  const answers = new Map<string, number>();
  const attack = async () => {
    const args = [pingUrl, seconds + 1, connections];
    const attacked = runForJson<Record<string, number>>('attack/attacker', ...args);
    await sleep(500);
    return async () => {
      for (const [status, count] of Object.entries(await attacked))
        answers.set(status, (answers.get(status) ?? 0) + count);
    };
  };
  await othersP95(pingUrl, 1); // warm-up
  const { alone, beside } = await besideAndAlone(rounds, () => othersP95(pingUrl, seconds), attack);
  const ratio = median(beside) / median(alone);
  const baseline = spreadOf(alone, ' ms', 1);
  return [
    line("others' pings, p95, while one address sends bombs, of without", ratio, { atMost: 1.5, baseline }),
    note('the same, p95', spreadOf(beside, ' ms', 1)),
    note(
      'bombs by the status of their answer',
      [...answers].map(([status, count]) => `${count} x ${status}`).join(', '),
    ),
  ];
}
