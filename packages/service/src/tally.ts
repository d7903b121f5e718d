import { Counter, type CounterConfiguration } from '@prometheus-io/client';

/** Counts under two labels, such as outcome and reason. */
export type Tally = (first: string | number, second: string | number, count?: number) => void;

/**
 * A counter with two labels for hot paths: it adds up plain numbers, and passes them to the Prometheus client at each scrape.
 * Its own `inc` joins the labels to a string each time (30 ns against 160 ns).
 */
export function createTally<First extends string, Second extends string>(
  config: Omit<CounterConfiguration<First | Second>, 'labelNames' | 'collect'>,
  firstLabel: First,
  secondLabel: Second,
): Tally {
  const counts = new Map<string | number, Map<string | number, number>>();
  new Counter<string>({
    ...config,
    labelNames: [firstLabel, secondLabel],
    collect() {
      this.reset();
      for (const [first, bySecond] of counts) {
        for (const [second, count] of bySecond)
          this.inc({ [firstLabel]: first, [secondLabel]: second }, count);
      }
    },
  });
  return (first, second, count = 1) => {
    const bySecond = counts.get(first) ?? new Map<string | number, number>();
    if (bySecond.size === 0) counts.set(first, bySecond);
    bySecond.set(second, (bySecond.get(second) ?? 0) + count);
  };
}
