import { Counter, Gauge, Histogram, type Registry } from '@prometheus-io/client';

type Labels = Readonly<Record<string, string | number>>;

/** What a scrape shows: a value, none, or one for each of these labels. */
type Scraped = number | undefined | readonly (readonly [labels: Labels, value: number])[];

const samplesOf = (now: Exclude<Scraped, undefined>) =>
  typeof now === 'number' ? [[{}, now] as const] : now;

export type Meters = ReturnType<typeof metersOf>;

/** Creates metrics of a registry. */
export function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    /** @param buckets upper bounds */
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      ...labelNames: Label[]
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
    /** A counter of what is counted elsewhere. @param read is called at each scrape */
    scrapedCounter(name: string, help: string, read: () => Scraped, ...labelNames: string[]): void {
      new Counter({
        name,
        help,
        labelNames,
        registers,
        collect() {
          this.reset();
          for (const [labels, value] of samplesOf(read() ?? [])) this.inc(labels, value);
        },
      });
    },
    /** A gauge of what is known elsewhere. @param read is called at each scrape */
    scrapedGauge(
      name: string,
      help: string,
      read: () => Scraped | Promise<Scraped>,
      ...labelNames: string[]
    ): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const now = await read();
          // Without a label, a value that was reset is shown as 0.
          if (now === undefined) return this.remove();
          this.reset();
          for (const [labels, value] of samplesOf(now)) this.set(labels, value);
        },
      });
    },
  };
}
