import type { Meters } from './meters.ts';

/** Counts under two labels, such as outcome and reason. */
export type Tally = (first: string | number, second: string | number, count?: number) => void;

/**
 * A counter with two labels for hot paths: it adds up plain numbers, and passes them to the Prometheus client at each scrape.
 * Its own `inc` joins the labels to a string each time (30 ns against 160 ns).
 */
export function createTally(
  meters: Meters,
  name: string,
  help: string,
  firstLabel: string,
  secondLabel: string,
): Tally {
  const counts = new Map<string | number, Map<string | number, number>>();
  const samples = () =>
    [...counts].flatMap(([first, bySecond]) =>
      [...bySecond].map(
        ([second, count]) => [{ [firstLabel]: first, [secondLabel]: second }, count] as const,
      ),
    );
  meters.scrapedCounter(name, help, samples, firstLabel, secondLabel);
  return (first, second, count = 1) => {
    const bySecond = counts.get(first) ?? new Map<string | number, number>();
    if (bySecond.size === 0) counts.set(first, bySecond);
    bySecond.set(second, (bySecond.get(second) ?? 0) + count);
  };
}
