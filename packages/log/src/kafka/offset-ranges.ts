import type { Admin } from 'kafkajs';
import type { OffsetRange } from '../log.ts';
import { pause } from '../pause.ts';
import type { KafkaAdmin } from './admin.ts';
import { describeTopic } from './topic.ts';

const askMs = 10_000;
const retries = 5;
const retryMs = 300;

/**
 * What was appended between two times, or from one time to the end, by the timestamps of the messages. Kafka returns the
 * first offset with that time or a later one, so producers whose clocks differ cause no gap at the start.
 * @throws LogUnavailableError
 */
export async function fetchOffsetRanges(
  admin: KafkaAdmin,
  topic: string,
  from: number,
  to?: number,
): Promise<OffsetRange[]> {
  for (let again = retries; ; again--) {
    try {
      return await ask(admin, topic, from, to);
    } catch (error) {
      // For example a leader that has moved or is not elected yet; kafkajs does not retry this one.
      if (again === 0 || !isRetriable(error)) throw error;
      await pause(retryMs, new AbortController().signal);
    }
  }
}

function ask(admin: KafkaAdmin, topic: string, from: number, to?: number): Promise<OffsetRange[]> {
  return admin.ask(askMs, async (asked) => {
    if ((await describeTopic(asked, topic)) === undefined) return [];
    const bounds = await asked.fetchTopicOffsets(topic);
    const firsts = await offsetsAt(asked, topic, from);
    const ends = to === undefined ? new Map<number, bigint>() : await offsetsAt(asked, topic, to);
    return bounds
      .map(({ partition, high }): OffsetRange => {
        const end = ends.get(partition) ?? BigInt(high);
        const first = firsts.get(partition) ?? end;
        return { partition, first: first < end ? first : end, end };
      })
      .sort((a, b) => a.partition - b.partition);
  });
}

async function offsetsAt(asked: Admin, topic: string, time: number): Promise<Map<number, bigint>> {
  const found = await asked.fetchTopicOffsetsByTimestamp(topic, time);
  return new Map(found.map(({ partition, offset }) => [partition, BigInt(offset)]));
}

function isRetriable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('retriable' in at && at.retriable === true) return true;
  }
  return false;
}
