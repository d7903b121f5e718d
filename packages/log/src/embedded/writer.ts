import type { Logger } from '@tallyhouse/service';
import { type LogMessage, LogUnavailableError, type LogWriter } from '../log.ts';
import { pieces, refuseOversized } from '../message.ts';
import { targetPartition } from '../partition.ts';
import { encodeChunk, seal } from './chunk.ts';
import { encodeOffsets, offsetAt } from './offsets.ts';
import { chunkKey, type Store } from './store.ts';

// A chunk is stored in consecutive pages of the file. The longer a chunk, the harder it is to find room among freed
// pages, and the file would grow although half of it is free.
const chunkMessages = 1000;
const chunkBytes = 256 * 1024;
const refused = 'the log takes no messages: is its disk full or failing?';

/** Appends to the store. Durability: store.ts. Offsets are assigned inside the transaction, so concurrent processes leave neither gaps nor duplicates. */
export function createEmbeddedWriter(store: Store, clock: () => number, logger: Logger): LogWriter {
  const underWay = new Set<Promise<void>>();
  let closed = false;
  /** A full disk fails all appends: the first is logged. */
  let failing = false;

  async function write(messages: readonly LogMessage[]): Promise<void> {
    // Without messages it finds out whether writing works again.
    if (messages.length > 0 && store.isStuck())
      throw new LogUnavailableError('An earlier write to the log has not ended.');
    const byPartition = pieces(
      messages,
      (message) => targetPartition(message, store.partitions),
      chunkMessages,
      chunkBytes,
    );
    const encoded = [...byPartition].flatMap(([partition, cut]) =>
      cut.map((piece) => ({ partition, count: piece.length, chunk: encodeChunk(piece) })),
    );
    await store.transaction(() => {
      const ends = store.ends();
      const now = clock();
      for (const { partition, count, chunk } of encoded) {
        const firstOffset = offsetAt(ends, partition);
        store.chunks.putSync(chunkKey(partition, firstOffset), seal(chunk, firstOffset, now));
        ends[partition] = firstOffset + BigInt(count);
      }
      store.state.putSync('ends', encodeOffsets(ends));
    });
  }

  async function append(messages: readonly LogMessage[]): Promise<void> {
    const written = write(messages);
    underWay.add(written);
    try {
      await written;
      for (const tell of store.appended) tell();
      if (failing) logger.warn({ file: store.file }, 'the log takes messages again');
      failing = false;
    } catch (error) {
      if (!failing) logger.error({ err: error, file: store.file }, refused);
      failing = true;
      throw error;
    } finally {
      underWay.delete(written);
    }
  }

  return {
    async append(messages) {
      refuseOversized(messages);
      if (closed) throw new LogUnavailableError('This writer is closed.');
      if (messages.length > 0) await append(messages);
    },
    takes: () => true,
    async check() {
      if (closed) throw new LogUnavailableError('This writer is closed.');
      store.ends();
      // Only a write shows whether the disk works again, and none may be sent while this fails.
      if (failing) await append([]);
    },
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
    },
  };
}
