/** Writes the rows of a view of one site and day, month or year: ClickHouse's own bytes, hashed on the way. Memory does not grow with the rows. */
import { createHash } from 'node:crypto';
import { asked } from '@tallyhouse/clickhouse';
import { empty, raw, sql, text } from '@tallyhouse/sql';
import { parquetMetadata } from 'hyparquet';
import { type FileOf, grainOf } from './paths.ts';
import type { Place } from './place.ts';
import { within, withTextIds } from './stored.ts';
import type { View } from './views.ts';

export interface Written {
  rows: number;
  bytes: number;
  sha256: string;
}

/** @throws an Error when it cannot be stored, or the query fails; there is no new file then */
export async function writeFileOf(
  place: Place,
  about: FileOf,
  { client, database, view }: View,
  signal: AbortSignal,
): Promise<Written> {
  // A date in the path is not in the file too: readers refuse two types for one column. The file of a month or year has the dates.
  const columns = grainOf(about.date) === 'day' ? sql`except (date)` : empty;
  const rows = sql`select * ${columns} ${withTextIds} from ${raw(`${database}.${view}`)}
      where site_id = ${text(about.site)} and ${within([about.date])}
      format Parquet`;
  const { stream } = await client.exec({
    ...asked(rows),
    abort_signal: signal,
    decompress_response_stream: false,
    clickhouse_settings: {
      enable_http_compression: 0,
      // The defaults of newer servers.
      output_format_parquet_compression_method: 'zstd',
      output_format_parquet_string_as_string: 1,
    },
  });
  const written: Written = { rows: 0, bytes: 0, sha256: '' };
  await place.write(about, whole(stream, about, written), signal);
  return written;
}

/** The bytes as they arrive, and the written file once they end properly. @throws an Error otherwise, so that nothing is stored */
async function* whole(
  source: AsyncIterable<Buffer>,
  about: FileOf,
  written: Written,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  const end: Buffer[] = [];
  let held = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    written.bytes += chunk.length;
    end.push(chunk);
    held += chunk.length;
    while (end[0] && held - end[0].length >= footerBytes) held -= end.shift()?.length ?? 0;
    yield chunk;
  }
  written.rows = rowsOf(Buffer.concat(end), about);
  written.sha256 = hash.digest('hex');
}

/** A query that fails midway writes its error after the rows: then the file does not end properly. */
function rowsOf(end: Buffer, { view, site, date }: FileOf): number {
  try {
    const bytes = new Uint8Array(end).buffer;
    return Number(parquetMetadata(bytes).num_rows);
  } catch (error) {
    throw new Error(
      `ClickHouse broke off the answer for ${view} of ${site} on ${date}. Run the command again.`,
      { cause: error },
    );
  }
}

/** More than the end of a file of hundreds of millions of rows, in which the columns are described. */
const footerBytes = 8 * 1024 * 1024;
