import type { BatchHandler, LogBatch, OffsetRange } from './log.ts';

/** Wraps the handler so that it gets only messages within the ranges. */
export function cutTo(ranges: readonly OffsetRange[], handler: BatchHandler): BatchHandler {
  const byPartition = new Map(ranges.map((range) => [range.partition, range]));
  return async (batch, control) => {
    const range = byPartition.get(batch.partition);
    const cut = range && within(range, batch);
    if (cut && cut.values.length > 0) await handler(cut, control);
  };
}

function within({ first, end }: OffsetRange, { partition, offsets, values }: LogBatch): LogBatch {
  const before = (offset: bigint) => offsets.findIndex((at) => at >= offset);
  const [from, to] = [before(first), before(end)].map((index) => (index < 0 ? offsets.length : index));
  return { partition, offsets: offsets.slice(from, to), values: values.slice(from, to) };
}
