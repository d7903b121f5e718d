/** In how many runs a day is filled, so that none takes more than its memory: by what the day holds, in rows and in bytes. */
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { z } from 'zod';
import { only, select } from '../select.ts';
import type { Rollup } from './tables.ts';

export interface DaySize {
  pageviews: number;
  /** Of their different paths, about, and of the longest one. */
  pathBytes: number;
  longestPath: number;
}

export interface Runs {
  /** The parameters of each. */
  runs: { run: number; runs: number; piece: number; pieces: number }[];
  /** With how much each goes on at a time. */
  settings: ClickHouseSettings;
}

/** Pageviews of a run by sessions for each byte of memory: 1.5 million in 2 GB. */
const pageviewsAByte = 1_500_000 / 2_000_000_000;
/** The shares of the memory that the paths of a piece, and those of a block, may have. Some steps hold several copies of them. */
const pieceShare = 1 / 32;
const blockShare = 1 / 64;
/** ClickHouse's own, and the fewest that are worth a block. */
const mostBlockRows = 65_409;
const mostDictionaryTexts = 8192;
const fewestBlockRows = 256;

/** One look at one column of the day. */
export async function sizeOf(client: ClickHouseClient, date: string): Promise<DaySize> {
  const rows = await select(
    client,
    `select count() as pageviews, max(length(page_path)) as longest_path,
        if(pageviews = 0, 0, round(sum(length(page_path)) / pageviews * uniqCombined(12)(page_path))) as path_bytes
      from pageviews
      where entered_hour >= {day:DateTime('UTC')} and entered_hour < {day:DateTime('UTC')} + interval 1 day`,
    z.object({
      pageviews: z.coerce.number(),
      path_bytes: z.coerce.number(),
      longest_path: z.coerce.number(),
    }),
    { day: `${date} 00:00:00` },
  );
  const { pageviews, path_bytes, longest_path } = only(rows);
  return { pageviews, pathBytes: path_bytes, longestPath: longest_path };
}

/** Whether more runs take less memory each. */
export const isDivisible = ({ bySessions, byPaths }: Rollup) => bySessions === true || byPaths === true;

/** @param halvings how often each run is to be halved, because it was too large */
export function runsFor(
  { bySessions, byPaths }: Rollup,
  { pageviews, pathBytes, longestPath }: DaySize,
  memory: number,
  halvings: number,
): Runs {
  const parts = (size: number, most: number) => Math.max(1, Math.ceil(size / most));
  const runs = bySessions
    ? parts(pageviews, memory * pageviewsAByte) * 2 ** (byPaths ? Math.floor(halvings / 2) : halvings)
    : 1;
  const pieces = byPaths
    ? parts(pathBytes, memory * pieceShare) * 2 ** (bySessions ? Math.ceil(halvings / 2) : halvings)
    : 1;
  const blockRows = Math.round((memory * blockShare) / Math.max(1, longestPath) / 2 ** halvings);
  const boundedRows = (most: number) => String(Math.min(most, Math.max(fewestBlockRows, blockRows)));
  return {
    runs: Array.from({ length: runs * pieces }, (_, index) => ({
      run: index % runs,
      runs,
      piece: Math.floor(index / runs),
      pieces,
    })),
    settings: {
      max_block_size: boundedRows(mostBlockRows),
      // Texts that a column keeps in memory while it is written.
      low_cardinality_max_dictionary_size: boundedRows(mostDictionaryTexts),
      min_insert_block_size_bytes: String(Math.ceil(memory * pieceShare)),
    },
  };
}
