import type { PartitionLag } from '../log.ts';
import type { KafkaAdmin } from './admin.ts';

const lagMs = 5000;

/** How far the group is behind in each partition. @throws LogUnavailableError */
export function fetchLag(admin: KafkaAdmin, topic: string, group: string): Promise<PartitionLag[]> {
  return admin.ask(lagMs, async (asked) => {
    const [ends, commits] = await Promise.all([
      asked.fetchTopicOffsets(topic),
      asked.fetchOffsets({ groupId: group, topics: [topic] }),
    ]);
    const committed = new Map(
      commits[0]?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]),
    );
    return ends
      .map(({ partition, high, low }): PartitionLag => {
        const commit = committed.get(partition) ?? -1n;
        // No commit yet (-1), one that retention has overtaken, or one for a topic that was longer before it was
        // recreated: the group will start at the oldest message.
        const [oldest, end] = [BigInt(low), BigInt(high)];
        return { partition, end, committed: commit < oldest || commit > end ? oldest : commit };
      })
      .sort((a, b) => a.partition - b.partition);
  });
}
