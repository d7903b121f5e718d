/**
 * The shards that the map has and this app does not know: one was added, and the app still runs with the earlier CLICKHOUSE_SHARDS.
 * Its reports would be less, and not say so.
 *
 * A look at the map counts for `mapCountsMs`, so that few reports wait for one. `tallyhouse reshard run` waits for longer between the
 * last shard's map and the topic's growth: until then the new shard has no rows. When no shard answers, the last look counts for a
 * minute; rows of sessions that begin after the step are minutes away even then (`leadMinutes` in packages/cluster/src/shards/growth.ts).
 */
import { mapCountsMs } from '@tallyhouse/cluster';

const withoutAnswerMs = 60_000;

/**
 * @param looks ask each shard that the app knows how many the map has
 * @param clock milliseconds, that never run backwards
 * @returns a function that gives the numbers of the others, and throws when no shard has answered for a minute
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
    // The second time, as a look that was under way may have begun too long ago.
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
