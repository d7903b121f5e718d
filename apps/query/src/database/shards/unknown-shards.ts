/**
 * The shards that the map has and this app does not know: one was added, and the app still runs with the earlier CLICKHOUSE_SHARDS. Its
 * reports would silently lack that shard's data. The map is read at most once in `mapCountsMs`, so that few reports wait for it.
 * `tallyhouse reshard run` waits for longer between the last shard's map and the topic's growth: until then the new shard has no rows. When
 * no shard responds, the last result is valid for a minute: sessions that begin after the step are still minutes away (`leadMinutes` in
 * packages/cluster/src/shards/growth.ts).
 */
import { mapCountsMs } from '@tallyhouse/cluster';

const withoutAnswerMs = 60_000;

/**
 * @param looks ask each known shard for the number of shards in the map
 * @param clock monotonic, milliseconds
 * @returns a function that returns the unknown numbers, and throws when no shard has responded for a minute
 */
export function createUnknownShards(
  looks: readonly (() => Promise<number>)[],
  clock: () => number = () => performance.now(),
): () => Promise<number[]> {
  let last = { at: Number.NEGATIVE_INFINITY, shards: 0 };
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const at = clock();
    last = { at, shards: await Promise.any(looks.map((ask) => ask())) };
  }

  const counts = () => clock() < last.at + mapCountsMs;

  return async () => {
    // Twice, because a read in progress may have begun too long ago.
    for (let tries = 0; tries < 2 && !counts(); tries++) {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking.catch((error: unknown) => {
        if (clock() < last.at + withoutAnswerMs) return;
        throw error instanceof AggregateError ? error.errors[0] : error;
      });
    }
    return Array.from({ length: last.shards }, (_, index) => index + 1).slice(looks.length);
  };
}
