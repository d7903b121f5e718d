/**
 * Writes the rows of a view of one site and day: ClickHouse's own bytes, hashed on the way, to a temporary name; synced; renamed. So
 * a file of the lake is whole, whatever ends the run. A slow disk slows the query down, and memory does not grow with the rows.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asked } from '@tallyhouse/clickhouse';
import { parameter, raw, sql, text } from '@tallyhouse/sql';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { type FileOf, pathOf, temporaryOf, within } from './paths.ts';
import type { View } from './views.ts';

export interface Written {
  rows: number;
  bytes: number;
  sha256: string;
}

/** @throws an Error when the disk is full, or the query fails; there is no new file then */
export async function writeFileOf(
  folder: string,
  about: FileOf,
  { client, database, view }: View,
  signal: AbortSignal,
): Promise<Written> {
  const [path, temporary] = [within(folder, pathOf(about)), within(folder, temporaryOf(about))];
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // The date is in the path: readers that find it in the file too refuse two types for one column.
    const rows = sql`select * except (date) from ${raw(`${database}.${view}`)}
      where site_id = ${text(about.site)} and date = ${parameter(about.date, 'Date')}
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
    const hash = createHash('sha256');
    let bytes = 0;
    const hashed = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(stream, hashed, createWriteStream(temporary, { mode: 0o600, flush: true }), { signal });
    const count = await rowsOf(temporary, about);
    await rename(temporary, path);
    return { rows: count, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** A query that fails midway writes its error behind the rows: then the file does not end as it must. */
async function rowsOf(path: string, { view, site, date }: FileOf): Promise<number> {
  try {
    const { num_rows } = await parquetMetadataAsync(await asyncBufferFromFile(path), { initialFetchSize });
    return Number(num_rows);
  } catch (error) {
    throw new Error(
      `ClickHouse broke off the answer for ${view} of ${site} on ${date}. Run the command again.`,
      {
        cause: error,
      },
    );
  }
}

/** More than the end of a file of some millions of rows, in which the columns are described. */
const initialFetchSize = 64 * 1024;
