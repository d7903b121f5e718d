import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@tallyhouse/log';
import { closing, type Logger } from '@tallyhouse/service';

const againMs = 1000;

/** How many partitions the topic of a log has. Waits until Kafka can be reached; a missing topic is created meanwhile. */
export async function countPartitions(log: Log, logger: Logger): Promise<number> {
  // It creates the topic, in the background.
  await using _writer = closing(log.writer());
  for (let tries = 0; ; tries++) {
    const ranges = await log.offsetRanges(0).catch((error: unknown) => {
      if (tries === 0) logger.warn({ err: error }, 'waiting for Kafka, to compare its topic with the shards');
      return [];
    });
    if (ranges.length > 0) return ranges.length;
    await sleep(againMs);
  }
}
