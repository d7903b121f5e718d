import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expectAgreement } from './check/agree.ts';
import { readStored } from './check/stored.ts';
import { type ClusterOptions, key, startCluster } from './cluster/cluster.ts';
import type { Place } from './cluster/place.ts';
import { form } from './form.ts';
import { type Load, startLoad, type Traffic } from './traffic/load.ts';
import { createRandom, type Random } from './traffic/random.ts';

/** What a fault is injected into. */
export interface Scene<H> {
  cluster: H;
  load: Load;
  /** How often to do it. */
  times: number;
  random: Random;
  /** To be called each time that it was done. */
  injected(): void;
}

export interface FaultOptions<H extends Place> {
  /** Its row in the table. */
  id: string;
  times: { short: number; long: number };
  start: () => Promise<H>;
  /** Other than usual. */
  traffic?: Traffic;
  /** Ingest may replace sent ids by its own, always by the same one. */
  derivedIds?: boolean;
  timeoutMs?: number;
}

/**
 * A test for each seed: starts the service and a steady load, lets `inject` do its worst, and then holds everything
 * stored and reported with the ledger of what was sent.
 */
export function fault<H extends Place>(
  title: string,
  { id, times, start, traffic = {}, derivedIds = false, timeoutMs }: FaultOptions<H>,
  inject: (scene: Scene<H>) => Promise<void>,
): void {
  test.each(form.seeds)(
    `${id} ${title} (seed %i)`,
    async (seed) => {
      const cluster = await start();
      const load = startLoad({ seed, urls: () => cluster.pingUrls(), key, traffic });
      let count = 0;
      const scene: Scene<H> = {
        cluster,
        load,
        times: form.times(times),
        random: createRandom(`${seed} ${title}`),
        injected: () => void count++,
      };
      try {
        await load.acknowledgedMore(150);
        await inject(scene);
        const fixedAt = performance.now();
        await cluster.settled();
        const recovery = (performance.now() - fixedAt) / 1000;
        if (!load.stopped()) await load.acknowledgedMore(100);
        await load.stop();
        await cluster.settled();
        const stored = await readStored(cluster.clients, load.ledger, derivedIds);
        const { lost, doubled, redelivered } = stored;
        const line = {
          id,
          title,
          seed,
          times: count,
          acknowledged: load.ledger.acknowledged + load.ledger.dropped,
          open: load.ledger.open,
          lost: lost.length,
          doubled: doubled.length,
          redelivered,
          recovery: Number(recovery.toFixed(1)),
        };
        await expectAgreement(stored, cluster).then(
          () => record({ ...line, differing: 0 }),
          (error: unknown) => {
            record({ ...line, differing: 1 });
            throw error;
          },
        );
      } catch (error) {
        const { acknowledged, open } = load.ledger;
        process.stderr.write(
          `${id} failed with FAULTS_SEEDS=${seed}, ${acknowledged} acknowledged and ${open} open.\n${cluster.output().slice(-6000)}\n`,
        );
        throw error;
      } finally {
        await load.stop().catch(() => {});
        await cluster.stop();
      }
    },
    timeoutMs ?? form.choose({ short: 900_000, long: 3_600_000 }),
  );
}

/** The service as separate programs on Kafka. */
export const onKafka =
  (options: ClusterOptions = {}) =>
  () =>
    startCluster(options);

/** A line for the table that the long form prints in the end (table-reporter.cjs). */
function record(line: Record<string, string | number>): void {
  const file = process.env['FAULTS_LINES'];
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
