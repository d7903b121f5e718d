import { readChunk } from './batch.ts';
import { decodeOffsets, encodeOffsets, offsetAt } from './offsets.ts';
import { chunkKey, type Store } from './store.ts';

/** Few enough that a step delays writers no longer than one of their own appends. */
const chunksPerStep = 32;

/**
 * Removes at most 32 chunks that every group has read and that are older than `retainMs`. LMDB reuses their pages for
 * later appends, so the file stops growing but does not shrink. A group that never returns keeps everything since its
 * last commit.
 * @returns whether there may be more to remove
 * @throws CorruptLogError, LogUnavailableError
 */
export async function trimStep(store: Store, now: number, retainMs: number): Promise<boolean> {
  store.refresh();
  // Checked outside first: an idle log costs no transaction.
  if (expired(store, now - retainMs, 1).length === 0) return false;
  return store.transaction(() => {
    const chunks = expired(store, now - retainMs, chunksPerStep);
    const starts = store.starts();
    for (const { partition, first, end } of chunks) {
      store.chunks.removeSync(chunkKey(partition, first));
      starts[partition] = end;
    }
    store.state.putSync('starts', encodeOffsets(starts));
    return chunks.length === chunksPerStep;
  });
}

function expired(store: Store, before: number, limit: number) {
  const readByAll = readByAllGroups(store);
  const found: { partition: number; first: bigint; end: bigint }[] = [];
  if (!readByAll) return found;
  for (const [partition, start] of store.starts().entries()) {
    let first = start;
    while (found.length < limit && first < offsetAt(readByAll, partition)) {
      const { appendedAt, values } = readChunk(store, partition, first);
      const end = first + BigInt(values.length);
      if (appendedAt > before || end > offsetAt(readByAll, partition)) break;
      found.push({ partition, first, end });
      first = end;
    }
  }
  return found;
}

/** The smallest commit of each partition; undefined if no group has ever read. */
function readByAllGroups(store: Store): bigint[] | undefined {
  let smallest: bigint[] | undefined;
  for (const { value } of store.state.getRange({ start: 'commits:', end: 'commits;' })) {
    const commits = decodeOffsets(value);
    smallest ??= commits;
    for (const [partition, commit] of commits.entries()) {
      if (commit < offsetAt(smallest, partition)) smallest[partition] = commit;
    }
  }
  return smallest;
}
