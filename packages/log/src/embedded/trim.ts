import { readChunk } from './batch.ts';
import { decodeOffsets, encodeOffsets, offsetAt } from './offsets.ts';
import { chunkKey, type Store } from './store.ts';

/** Few enough that a step delays writers no longer than one of their own appends. */
const chunksPerStep = 32;

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * Removes at most 32 chunks that are older than `retainMs` and that every group had read an hour ago, or `retainMs` ago if that is less:
 * a backlog of that age can be replayed when a power cut takes what was just stored. LMDB reuses the pages for later appends, so the file
 * stops growing but does not shrink. A group keeps everything since its commit, also when it never returns, or was moved back.
 * @returns whether there may be more to remove
 * @throws CorruptLogError, LogUnavailableError
 */
export async function trimStep(store: Store, now: number, retainMs: number): Promise<boolean> {
  store.refresh();
  const [at = 0] = readAt(store, 'read:latest');
  if (Math.abs(now - Number(at)) >= Math.min(retainMs, hourMs)) await noteRead(store, now);
  const [, ...before] = readAt(store, 'read:before');
  // Checked outside first: an idle log costs no transaction.
  if (before.length === 0 || expired(store, before, now, retainMs, 1).length === 0) return false;
  return store.transaction(() => {
    const chunks = expired(store, before, now, retainMs, chunksPerStep);
    const starts = store.starts();
    for (const { partition, first, end } of chunks) {
      store.chunks.removeSync(chunkKey(partition, first));
      starts[partition] = end;
    }
    store.state.putSync('starts', encodeOffsets(starts));
    return chunks.length === chunksPerStep;
  });
}

/** A time, and how far all groups had read then. */
const readAt = (store: Store, key: 'read:latest' | 'read:before') =>
  decodeOffsets(store.state.get(key) ?? Buffer.alloc(0));

/** They are kept in the log, so that a restart delays nothing. */
const noteRead = (store: Store, now: number) =>
  store.transaction(() => {
    const latest = store.state.get('read:latest');
    if (latest) store.state.putSync('read:before', latest);
    const read = readByAllGroups(store);
    if (read) store.state.putSync('read:latest', encodeOffsets([BigInt(now), ...read]));
  });

function expired(store: Store, before: readonly bigint[], now: number, retainMs: number, limit: number) {
  const read = readByAllGroups(store, [...before]) ?? before;
  const found: { partition: number; first: bigint; end: bigint }[] = [];
  for (const [partition, start] of store.starts().entries()) {
    let first = start;
    while (found.length < limit && first < offsetAt(read, partition)) {
      const { appendedAt, values } = readChunk(store, partition, first);
      const end = first + BigInt(values.length);
      // The clock was ahead when a message from a day to come was appended: it may not hold up all later ones.
      const isRecent = appendedAt > now - retainMs && appendedAt < now + dayMs;
      if (isRecent || end > offsetAt(read, partition)) break;
      found.push({ partition, first, end });
      first = end;
    }
  }
  return found;
}

/** The smallest commit of each partition, and none above `smallest`; undefined if no group has ever read. */
function readByAllGroups(store: Store, smallest?: bigint[]): bigint[] | undefined {
  for (const { value } of store.state.getRange({ start: 'commits:', end: 'commits;' })) {
    const commits = decodeOffsets(value);
    smallest ??= commits;
    for (const [partition, commit] of commits.entries()) {
      if (commit < offsetAt(smallest, partition)) smallest[partition] = commit;
    }
  }
  return smallest;
}
