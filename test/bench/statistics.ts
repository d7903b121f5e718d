/** A quantile of values: the smallest that is not exceeded by this share of them. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The median of rounds, with the smallest and the largest. */
export const spreadOf = (values: readonly number[], unit: string, digits = 0): string => {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
    grouped(value, digits),
  );
  return `${middle}${unit} (${least} to ${most})`;
};

/** 52345.2 as `52,345`. */
export const grouped = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** How long work takes, milliseconds. */
export async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The times of tasks that run in turn, milliseconds; the first rounds do not count. */
export async function timesInTurn(
  { warmUps, asked }: { warmUps: number; asked: number },
  works: readonly ((round: number) => Promise<unknown>)[],
): Promise<number[][]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < warmUps + asked; round++)
    for (const [index, work] of works.entries()) {
      const time = await took(() => work(round));
      if (round >= warmUps) times[index]?.push(time);
    }
  return times;
}
