import { ArgumentError, readOptions, readTime } from '@tallyhouse/service';

/** The task of the command. Times are milliseconds since 1970. */
export type Task =
  | { kind: 'log'; from: number; to: number | undefined; dryRun: boolean }
  | { kind: 'letters'; all: boolean; dryRun: boolean }
  | { kind: 'list'; all: boolean };

export const usage = `Usage: tallyhouse replay --from <time> [--to <time>] [--dry-run]
       tallyhouse replay --dead-letters [--list] [--all] [--dry-run]

Reads the log again and stores what it holds, or puts dead letters back into the log. Both are safe at any time, even
while the service runs and pings arrive, and may be repeated: what is stored already does not change.
Rows that tallyhouse delete removed are not stored again.

  --from <time>       Store again what was appended since: 2026-11-21, 2026-11-21T10:15:00Z, or how long ago: 90m, 6h,
                      3d, 2w. For tables that were restored from a backup, or lost.
  --to <time>         End; default: the log's end when the command starts.

  --dead-letters      Put the messages that ClickHouse refused back into the log, unchanged, once a newer version can
                      store them. It continues after the last run. A message that is refused again becomes a dead letter
                      again.
  --list              List them instead: partition, offset, time, reason and message.
  --all               Start with the oldest dead letter that is kept, not after the last run.

  --dry-run           Only print the number of messages.
  --help              This text.

Example: tallyhouse replay --from 6h

It uses Kafka at KAFKA_BROKERS and ClickHouse at CLICKHOUSE_URL; without them, the log and ClickHouse of a running
tallyhouse start with the same DATA_DIR and CLICKHOUSE_HTTP_PORT.

It exits with 0 when all is done, 1 after an error, 2 for invalid arguments, 130 after Ctrl-C, 143 after SIGTERM.
`;

/**
 * Reads the command line.
 * @param now milliseconds since 1970
 * @throws ArgumentError
 */
export function readTask(args: readonly string[], now: number): Task {
  const given = readOptions(args, options);
  const { from, to, 'dead-letters': letters, 'dry-run': dryRun = false, all = false } = given;
  if (letters && (from !== undefined || to !== undefined)) {
    throw new ArgumentError('--dead-letters takes no --from or --to: they are for the log of the pings.');
  }
  if (letters && given.list) {
    if (dryRun) throw new ArgumentError('--dry-run does not go with --list, which changes nothing.');
    return { kind: 'list', all };
  }
  if (letters) return { kind: 'letters', all, dryRun };
  const misplaced = (['list', 'all'] as const).find((name) => given[name] !== undefined);
  if (misplaced !== undefined) throw new ArgumentError(`--${misplaced} goes with --dead-letters.`);
  if (from === undefined) throw new ArgumentError('Say what to replay: --from <time>, or --dead-letters.');
  const span = {
    from: readTime('--from', from, now),
    to: to === undefined ? undefined : readTime('--to', to, now),
  };
  if (span.to !== undefined && span.to <= span.from) throw new ArgumentError('--to is not after --from.');
  return { kind: 'log', ...span, dryRun };
}

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  'dead-letters': { type: 'boolean' },
  list: { type: 'boolean' },
  all: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;
