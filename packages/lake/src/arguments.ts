import { ArgumentError, readOptions, readTime } from '@tallyhouse/service';
import { z } from 'zod';
import { type Grain, grains } from './paths.ts';
import { isInBucket } from './s3/bucket.ts';

/** The task of the command. Days are UTC, `YYYY-MM-DD`, both included. */
export interface Task {
  /** A folder, or `s3://bucket/prefix`. */
  to: string;
  grain: Grain;
  /** All days from the first one stored, if undefined. */
  from: string | undefined;
  until: string;
  /** All sites, if empty. */
  sites: string[];
  update: boolean;
  personal: boolean;
}

export const usage = `Usage: tallyhouse export --to <folder or address> [--by <part>] [--format <name>] [--from <day>] [--to <day>] [--site <id>]
                         [--update] [--personal]

Writes what is stored as Parquet files that DuckDB, Python, Spark and others read, while the service runs:
<view>/site=<id>/date=<day>/part-0.parquet, for the views pageviews, sessions, events and visitors (docs/bi.md).

  --to <folder>    Where to: empty, new, or with an earlier export. s3://bucket/prefix is object storage, with the variables
                   AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, if it is not Amazon's, AWS_ENDPOINT_URL.
  --by <part>      A file a day, a month or a year: month=<month> with the dates in the file. Default: day in a folder, month
                   in object storage, which wants large files.
  --format <name>  parquet, the only format. Default: parquet.
  --from <day>     The first day (UTC): 2026-11-21, or how long ago: 3d, 2w. Default: the first day that is stored.
  --to <day>       The last day, included: --to a second time, with a date or how long ago. Default: today.
  --site <id>      Only this site; may be repeated. Default: all sites.
  --update         Bring the folder up to date: rewrite today and days that changed since they were written, and
                   remove the files of days and sites that hold nothing any more. Without it, only what is missing is
                   written: what a run that was ended early had left.
  --personal       Add personal_sessions, with addresses and positions, at each update too; needs CLICKHOUSE_BI_PERSONAL=1.
  --help           This text.

Example: tallyhouse export --to /lake/tallyhouse --update

It uses the ClickHouse at CLICKHOUSE_URL; by default, that of a running tallyhouse start with the same DATA_DIR and
CLICKHOUSE_HTTP_PORT. With CLICKHOUSE_SHARDS it exports the rows of all shards, which must all be there. manifest.jsonl in the folder
lists the files with their rows and SHA-256.

It exits with 0 when the folder is complete, 1 after an error, 2 for invalid arguments, 130 after Ctrl-C, 143 after
SIGTERM. Whatever ends it early, what was written stays, and the next run goes on from there.
`;

const options = {
  by: { type: 'string' },
  to: { type: 'string', multiple: true },
  format: { type: 'string', default: 'parquet' },
  from: { type: 'string' },
  site: { type: 'string', multiple: true },
  update: { type: 'boolean' },
  personal: { type: 'boolean' },
} as const;

/** Reads the command line. @param now milliseconds since 1970 @throws ArgumentError */
export function readTask(args: readonly string[], now: number): Task {
  const values = readOptions(args, options);
  if (values.format !== 'parquet') {
    throw new ArgumentError(`--format ${values.format}: the only format is parquet.`);
  }
  // A folder whose name is a date can be named as ./2026-11-21.
  const days = (values.to ?? []).filter(isDay);
  const folders = (values.to ?? []).filter((text) => !isDay(text));
  const [to] = folders;
  if (!to) throw new ArgumentError('Say where to: --to <folder>, or --to s3://bucket/prefix.');
  if (folders.length > 1 || days.length > 1) {
    throw new ArgumentError(
      `--to ${(folders.length > 1 ? folders : days).join(' and ')}: give one folder, and at most one last day.`,
    );
  }
  const from = values.from === undefined ? undefined : dayOf('--from', values.from, now);
  const until = dayOf('--to', days[0] ?? '0d', now);
  if (from !== undefined && from > until) throw new ArgumentError('--from is after the last day.');
  const sites = (values.site ?? []).flatMap((list) => list.split(','));
  // Such as `--site "$SITE,"` with a variable that is not set: no site is not every site.
  if (sites.includes('')) throw new ArgumentError(`--site ${values.site?.join(' ')}: a site is empty.`);
  const by = values.by ?? (isInBucket(to) ? 'month' : 'day');
  const grain = grains.find((one) => one === by);
  if (grain === undefined) throw new ArgumentError(`--by ${by}: expected day, month or year.`);
  return {
    to,
    grain,
    from,
    until,
    sites: [...new Set(sites)],
    update: values.update ?? false,
    personal: values.personal ?? false,
  };
}

const isDay = (text: string) => z.iso.date().safeParse(text).success || /^\d{1,6}[dw]$/.test(text);

function dayOf(name: string, text: string, now: number): string {
  if (!isDay(text)) {
    throw new ArgumentError(`${name} ${text}: expected a day (2026-11-21, UTC), or how long ago (3d, 2w).`);
  }
  return new Date(readTime(name, text, now)).toISOString().slice(0, 10);
}
