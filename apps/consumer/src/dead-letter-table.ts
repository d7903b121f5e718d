/** The table `dead_letters`: the content of the log of dead letters, for counts and lookups. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { readOrigin, seconds } from '@tallyhouse/ping';
import type { DeadLetter } from './dead-letter.ts';
import insertSql from './insert-dead-letters.sql';
import markSql from './mark-replayed.sql';

/** Repeated rows change nothing, and ClickHouse may have noted rows that it did not keep (insert.ts). */
const settings: ClickHouseSettings = { async_insert: 0, insert_deduplicate: 0 };

/** Inserts letters into the table. One that is there already stays as it is. */
export async function countDeadLetters(
  clickhouse: ClickHouseClient,
  letters: readonly DeadLetter[],
): Promise<void> {
  const lines = letters.map((letter) => {
    const refusedAt = Date.parse(letter.refused_at);
    const { siteId = '', receivedAt = refusedAt } = readOrigin(Buffer.from(letter.value, 'base64'));
    return JSON.stringify({
      log_partition: letter.partition,
      log_offset: letter.offset,
      checksum: checksumOf(letter),
      site_id: siteId,
      received_at: seconds(receivedAt),
      refused_at: seconds(refusedAt),
      reason: letter.reason,
      value: letter.value,
    });
  });
  const { stream } = await clickhouse.exec({
    query: insertSql,
    values: Readable.from([lines.join('\n')], { objectMode: false }),
    clickhouse_settings: settings,
  });
  stream.resume();
}

/**
 * Records in the table that letters were put back into the log. They no longer count as dead-lettered; the messages that
 * replaced them count instead. Call it after the log acknowledged those messages. A letter that is not in the table is
 * skipped; marking one twice does no harm.
 * @param at when they were put back, milliseconds since 1970
 */
export async function markReplayed(
  clickhouse: ClickHouseClient,
  letters: readonly Pick<DeadLetter, 'partition' | 'offset' | 'value'>[],
  at: number,
): Promise<void> {
  // In pieces, because the offsets are part of the request's URL.
  for (let from = 0; from < letters.length; from += 100) {
    const piece = letters.slice(from, from + 100);
    await clickhouse.command({
      query: markSql,
      query_params: {
        partitions: piece.map(({ partition }) => partition),
        offsets: piece.map(({ offset }) => offset),
        checksums: piece.map(checksumOf),
        replayed_at: seconds(at),
      },
      clickhouse_settings: settings,
    });
  }
}

function checksumOf({ value }: Pick<DeadLetter, 'value'>): string {
  return createHash('sha256').update(Buffer.from(value, 'base64')).digest('hex');
}
