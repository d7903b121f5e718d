import type { Admin } from 'kafkajs';
import type { Stretch } from '../log.ts';
import { pause } from '../pause.ts';
import type { KafkaAdmin } from './admin.ts';
import { describeTopic } from './topic.ts';

const askMs = 10_000;
const retries = 5;
const retryMs = 300;

/**
 * What was appended from one time on, up to another or the present end, by the timestamps of the messages. Kafka gives
 * the first offset with that time or a later one, so several producers whose clocks differ leave nothing out at the front.
 * @throws LogUnavailableError
 */
export async function fetchStretches(
  admin: KafkaAdmin,
  topic: string,
  from: number,
  to?: number,
): Promise<Stretch[]> {
  for (let again = retries; ; again--) {
    try {
      return await ask(admin, topic, from, to);
    } catch (error) {
      // Such as a leader that has moved, or is not chosen yet; kafkajs gives up on it here.
      if (again === 0 || !isRetriable(error)) throw error;
      await pause(retryMs, new AbortController().signal);
    }
  }
}

function ask(admin: KafkaAdmin, topic: string, from: number, to?: number): Promise<Stretch[]> {
  return admin.ask(askMs, async (asked) => {
    if ((await describeTopic(asked, topic)) === undefined) return [];
    const bounds = await asked.fetchTopicOffsets(topic);
    const firsts = await offsetsAt(asked, topic, from);
    const ends = to === undefined ? new Map<number, bigint>() : await offsetsAt(asked, topic, to);
    return bounds
      .map(({ partition, high }): Stretch => {
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
