import { ArgumentError, readOptions, readTime } from '@tallyhouse/service';

/** The task of the command: the period to verify, milliseconds since 1970. */
export interface Task {
  from: number | undefined;
  to: number;
}

export const usage = `Usage: tallyhouse verify [--from <time>] [--to <time>]

Compares the data of each stage with that of the stage before it, and changes nothing:

  log         every message became a row of pings or crawls, or a dead letter
  pageviews, sessions, visitors, page titles, events, event ids
              each row equals a rebuild from the raw pings
  settled     each settled day that is not stale equals a rebuild from these tables
  reports     overview, series and exports of each site agree

With CLICKHOUSE_SHARDS each shard by itself, the reports of all, and that each message and each session is on one shard, the right
one. All shards have to be there.

  --from <time>   Start: 2026-11-21, 2026-11-21T10:15:00Z, or how long ago: 90m, 6h, 3d, 2w. Default: the first ping, or
                  as far back as RETENTION_PINGS keeps them.
  --to <time>     End; default: now.
  --help          This text.

Example: tallyhouse verify --from 3d

It uses the Kafka at KAFKA_BROKERS and the ClickHouse at CLICKHOUSE_URL; by default, those of a running tallyhouse start with
the same DATA_DIR and CLICKHOUSE_HTTP_PORT. It may run while pings arrive.

It exits with 0 when nothing differs, 1 when something differs or could not be checked, 2 for invalid arguments.
`;

const options = { from: { type: 'string' }, to: { type: 'string' } } as const;

/** Reads the command line. @param now milliseconds since 1970 @throws ArgumentError */
export function readTask(args: readonly string[], now: number): Task {
  const { from, to } = readOptions(args, options);
  const period = {
    from: from === undefined ? undefined : readTime('--from', from, now),
    to: to === undefined ? now : readTime('--to', to, now),
  };
  if (Math.max(0, period.from ?? 0) >= period.to)
    throw new ArgumentError('--to must be after --from, and after 1970.');
  return period;
}
