import { ArgumentError, readOptions } from '@tallyhouse/service';

/** What is to be carried. */
export interface Load {
  pageviewsPerDay: number;
  /** The busiest second, as a multiple of the mean. */
  peak: number;
  keepDays: number;
  /** Of raw pings. */
  keepPingsDays: number;
  kafkaHours: number;
  kafkaReplicas: number;
  /** The share of a core and of a disk that is planned to be used. */
  use: number;
  /** Cores of a ClickHouse server. */
  serverCores: number;
  /** Bytes of the disk of a ClickHouse server. */
  serverDisk: number;
}

/** Loads as they were written, such as `50m` a day. */
interface Named {
  name: string;
  load: Load;
}

export type Task =
  | { kind: 'help' }
  | { kind: 'estimate'; loads: readonly [Named, ...Named[]]; figures: string }
  | { kind: 'compare'; figures: string; against: string };

export const usage = `Usage: tallyhouse capacity --pageviews-per-day <numbers> [--keep-days <number>] [--figures <file>]
       tallyhouse capacity --against <file> [--figures <file>]

Estimates what a load needs: partitions, processes, cores, memory, shards, and the disks of Kafka and ClickHouse. It multiplies what
the benchmark (npm run bench, in a clone) measured on one machine. What goes beyond that is marked as extrapolated. Reports are not
part of it: their cost depends on how many are asked for.

  --pageviews-per-day <numbers>    Such as 500k, 50m, 1b. Several, with commas, are the columns of one table.
  --pageviews-per-month <numbers>  In place of that: of 30 days.
  --keep-days <number>             How long pageviews, sessions and visitors are kept. Default: 365.
  --keep-pings-days <number>       How long raw pings are kept (RETENTION_PINGS). Default: as --keep-days.
  --peak <number>                  The busiest second as a multiple of the mean. Default: 3, an assumption: take it from your traffic.
  --kafka-hours <number>           How long Kafka keeps messages (KAFKA_RETENTION_HOURS). Default: 168.
  --kafka-replicas <number>        Copies of a message (KAFKA_REPLICATION_FACTOR). Default: 3.
  --server-cores <number>          Cores of a ClickHouse server for storing, besides those for reports. Default: 8.
  --server-disk-tb <number>        Disk of a ClickHouse server, 10^12 bytes. Default: 4.
  --use <number>                   The share of cores and disks that is planned to be used, up to 1. Default: 0.6.
  --figures <file>                 What npm run bench -- --only ingest,consumer,disk --json <file> wrote. Default: bench.json.
  --against <file>                 Estimates nothing: compares the figures with those of another size (--rows), which the estimate
                                   takes to be the same. It prints their ratio.
  --help                           This text.

Example: tallyhouse capacity --pageviews-per-day 50m --keep-days 365 --keep-pings-days 30

It exits with 0 after an estimate or a comparison, 1 when the figures cannot be read, 2 for invalid arguments.
`;

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

/** @throws ArgumentError */
export function readTask(args: readonly string[]): Task {
  const values = readOptions(args, {
    'pageviews-per-day': { type: 'string' },
    'pageviews-per-month': { type: 'string' },
    'keep-days': { type: 'string', default: '365' },
    'keep-pings-days': { type: 'string' },
    peak: { type: 'string', default: '3' },
    'kafka-hours': { type: 'string', default: '168' },
    'kafka-replicas': { type: 'string', default: '3' },
    'server-cores': { type: 'string', default: '8' },
    'server-disk-tb': { type: 'string', default: '4' },
    use: { type: 'string', default: '0.6' },
    against: { type: 'string' },
    figures: { type: 'string', default: 'bench.json' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return { kind: 'help' };
  const { figures, against } = values;
  if (against !== undefined) return { kind: 'compare', figures, against };
  const keepDays = number('keep-days', values['keep-days'], 1, 36_500);
  const shape = {
    keepDays,
    keepPingsDays: number('keep-pings-days', values['keep-pings-days'] ?? String(keepDays), 1, 36_500),
    peak: number('peak', values.peak, 1, 1000),
    kafkaHours: number('kafka-hours', values['kafka-hours'], 1, 1_000_000),
    kafkaReplicas: number('kafka-replicas', values['kafka-replicas'], 1, 100),
    serverCores: number('server-cores', values['server-cores'], 1, 10_000),
    serverDisk: number('server-disk-tb', values['server-disk-tb'], 0.01, 10_000) * 1e12,
    use: number('use', values.use, 0.05, 1),
  };
  const [first, ...more] = viewsOf(values['pageviews-per-day'], values['pageviews-per-month']).map(
    ({ name, pageviewsPerDay }): Named => ({ name, load: { ...shape, pageviewsPerDay } }),
  );
  if (first === undefined) throw new ArgumentError('--pageviews-per-day is required, such as 50m.');
  return { kind: 'estimate', figures, loads: [first, ...more] };
}

/** The numbers of pageviews, by the name that they were given. */
function viewsOf(perDay: string | undefined, perMonth: string | undefined) {
  if (perDay !== undefined && perMonth !== undefined) {
    throw new ArgumentError('Give --pageviews-per-day or --pageviews-per-month, not both.');
  }
  const list = (option: string, text: string | undefined, days: number) =>
    text?.split(',').map((part) => ({
      name: `${part.trim()} a ${days === 1 ? 'day' : 'month'}`,
      pageviewsPerDay: count(option, part.trim()) / days,
    }));
  return list('pageviews-per-day', perDay, 1) ?? list('pageviews-per-month', perMonth, 30) ?? [];
}

function count(option: string, text: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kmb]?)$/i.exec(text) ?? [];
  const found = Number(digits) * (units[unit.toLowerCase()] ?? 1);
  if (digits === '' || found < 1 || found > 1e12) {
    throw new ArgumentError(
      `--${option} ${text}: expected a number from 1 to 1000b, such as 500k, 50m or 1b.`,
    );
  }
  return found;
}

function number(name: string, text: string, least: number, most: number): number {
  const found = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(found >= least && found <= most)) {
    throw new ArgumentError(`--${name} ${text}: expected a number from ${least} to ${most}.`);
  }
  return found;
}
