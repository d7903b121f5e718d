import type { BatchHandler, LogBatch, Stretch } from './log.ts';

/** The handler, given only what lies within the stretches. */
export function cutTo(stretches: readonly Stretch[], handler: BatchHandler): BatchHandler {
  const byPartition = new Map(stretches.map((stretch) => [stretch.partition, stretch]));
  return async (batch, control) => {
    const stretch = byPartition.get(batch.partition);
    const cut = stretch && within(stretch, batch);
    if (cut && cut.values.length > 0) await handler(cut, control);
  };
}

function within({ first, end }: Stretch, { partition, offsets, values }: LogBatch): LogBatch {
  const before = (offset: bigint) => offsets.findIndex((at) => at >= offset);
  const [from, to] = [before(first), before(end)].map((index) => (index < 0 ? offsets.length : index));
  return { partition, offsets: offsets.slice(from, to), values: values.slice(from, to) };
}
