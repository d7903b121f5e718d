import { eventually } from '../../harness/eventually.ts';
import type { Cluster } from './cluster.ts';

/**
 * Resolves once the consumers have failed to store a batch of every partition, after this call, and try again. To be called
 * when ClickHouse cannot store anything, under a load that reaches all partitions: a batch that was under way is committed by
 * then, and until one succeeds again no commit moves, as the log passes the same batch over and over.
 */
export async function untilStandstill({ consumers }: Cluster): Promise<void> {
  const before = retriesOf(consumers);
  await eventually(async () => {
    const now = retriesOf(consumers);
    return [...now.keys()]
      .filter((partition) => (now.get(partition) ?? 0) > (before.get(partition) ?? 0))
      .sort();
  }, [0, 1, 2]);
}

/** How often the consumers said that they try a batch again, by partition. */
function retriesOf(consumers: Cluster['consumers']): Map<number, number> {
  const retries = new Map<number, number>();
  for (const line of consumers.flatMap((consumer) => consumer.output().split('\n'))) {
    if (!line.includes('a batch could not be handled; retrying')) continue;
    const partition = Number(/"partition":(\d+)/.exec(line)?.[1]);
    retries.set(partition, (retries.get(partition) ?? 0) + 1);
  }
  return retries;
}
