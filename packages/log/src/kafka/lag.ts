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
        // No commit yet (-1), or one that retention has overtaken: the group will begin at the oldest message.
        return { partition, end: BigInt(high), committed: commit < BigInt(low) ? BigInt(low) : commit };
      })
      .sort((a, b) => a.partition - b.partition);
  });
}
