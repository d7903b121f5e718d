import { setTimeout as sleep } from 'node:timers/promises';
import { besideAndAlone } from './beside.ts';
import { type Line, line, note } from './line.ts';
import { othersP95 } from './others-pings.ts';
import type { Service } from './service.ts';
import type { Sizes } from './sizes.ts';
import { median, spreadOf } from './statistics.ts';
import { send } from './way/round.ts';

const bombs = { kind: 'bombs', connections: 8, batch: 1, requests: 0, pings: 1, repeat: true } as const;

/**
 * Measures others' pings while one address sends bombs as fast as eight connections allow, and without the attack.
 * @param service started with TRUST_PROXY=1
 */
export async function measureAttack(
  { pingUrl }: Service,
  { rounds, seconds }: Sizes['attack'],
): Promise<Line[]> {
  const answers = new Map<string, number>();
  const attack = async () => {
    const attacked = send({ ...bombs, url: pingUrl, seconds: seconds + 1 });
    await sleep(500);
    return async () => {
      for (const [status, count] of Object.entries((await attacked).statuses))
        answers.set(status, (answers.get(status) ?? 0) + count);
    };
  };
  await othersP95(pingUrl, 1); // warm-up
  const { alone, beside } = await besideAndAlone(rounds, () => othersP95(pingUrl, seconds), attack);
  const ratio = median(beside) / median(alone);
  const baseline = spreadOf(alone, ' ms', 1);
  const byStatus = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ');
  return [
    line("others' pings, p95, while one address sends bombs, of without", ratio, { atMost: 1.5, baseline }),
    note('the same, p95', spreadOf(beside, ' ms', 1)),
    note('bombs by the status of their answer', byStatus),
  ];
}
