import { until } from '../../log/gather.ts';
import { form } from '../form.ts';
import type { Load } from '../traffic/load.ts';

export { until };

/** When so many minutes are over in the long form; now in the short one. */
const endOf = (minutes: number) => Date.now() + form.choose({ short: 0, long: minutes * 60_000 });

/** Lets as many further pings be acknowledged at least, and in the long form those of so many minutes. */
export async function acknowledgedFor(minutes: number, load: Load, least: number): Promise<void> {
  const end = endOf(minutes);
  do await load.acknowledgedMore(least);
  while (Date.now() < end);
}

/** Lets as many further requests be answered with 503 at least, and in the long form those of so many minutes. */
export async function untilRefused(load: Load, least: number, minutes = 0): Promise<void> {
  const end = endOf(minutes);
  const goal = load.ledger.refused + least;
  await until(() => load.ledger.refused >= goal && Date.now() >= end);
}
