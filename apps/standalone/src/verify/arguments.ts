import { ArgumentError, readOptions, readTime } from '@tallyhouse/service';

/** What the command is asked to do: to say how it is used, or to look at a period (milliseconds since 1970). */
export type Task = { kind: 'help' } | { kind: 'verify'; from: number | undefined; to: number };

export const usage = `Usage: npm run verify -- [--from <time>] [--to <time>]

Compares what there is at each station with what the one before it says, and changes nothing:

  log         every message came to something: a row of pings, or a dead letter
  pageviews, sessions, visitors
              each row is what a rebuild from the raw pings gives
  settled     each settled day that is not stale is what a rebuild from these tables gives
  reports     overview, series and exports of each site count the same

  --from <time>   From this time on: 2026-11-21, 2026-11-21T10:15:00Z, or so long ago: 90m, 6h, 3d, 2w. Without it, from the
                  first ping, or as far back as RETENTION_PINGS keeps them.
  --to <time>     Up to this time; without it, until now.
  --help          This text.

It works on the Kafka at KAFKA_BROKERS and the ClickHouse at CLICKHOUSE_URL; without them on the log and the ClickHouse
of a running npm start: the one with the same DATA_DIR and CLICKHOUSE_HTTP_PORT. It may run while pings arrive.

It exits with 0 when nothing differs, 1 when something does or could not be looked at, 2 for wrong arguments.
`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Reads the command line. @param now milliseconds since 1970 @throws ArgumentError */
export function readTask(args: readonly string[], now: number): Task {
  const { help, from, to } = readOptions(args, options);
  if (help) return { kind: 'help' };
  const period = {
    from: from === undefined ? undefined : readTime('--from', from, now),
    to: to === undefined ? now : readTime('--to', to, now),
  };
  if (period.from !== undefined && period.from >= period.to) {
    throw new ArgumentError('--to is not after --from.');
  }
  return { kind: 'verify', ...period };
}
