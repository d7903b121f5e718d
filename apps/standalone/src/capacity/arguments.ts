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
}

export type Task = { kind: 'help' } | { kind: 'estimate'; load: Load; figures: string };

export const usage = `Usage: tallyhouse capacity --pageviews-per-day <number> [--keep-days <number>] [--figures <file>]

Estimates what a load needs: partitions, processes, cores, memory, and the disks of Kafka and ClickHouse. It multiplies what the
benchmark (npm run bench, in a clone) measured on one machine. Lines beyond what was measured are marked as extrapolated. Reports
are not part of it: their cost depends on how many are asked for.

  --pageviews-per-day <number>  Such as 500k, 50m, 1b.
  --keep-days <number>          How long pageviews, sessions and visitors are kept. Default: 365.
  --keep-pings-days <number>    How long raw pings are kept (RETENTION_PINGS). Default: as --keep-days.
  --peak <number>               The busiest second as a multiple of the mean. Default: 3, an assumption: take it from your traffic.
  --kafka-hours <number>        How long Kafka keeps messages (KAFKA_RETENTION_HOURS). Default: 168.
  --kafka-replicas <number>     Copies of a message (KAFKA_REPLICATION_FACTOR). Default: 3.
  --use <number>                The share of cores and disks that is planned to be used, up to 1. Default: 0.6.
  --figures <file>              What npm run bench -- --only ingest,consumer,disk --json <file> wrote. Default: bench.json.
  --help                        This text.

Example: tallyhouse capacity --pageviews-per-day 50m --keep-days 365 --keep-pings-days 30

It exits with 0 after an estimate, 1 when the figures cannot be read, 2 for invalid arguments.
`;

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

/** @throws ArgumentError */
export function readTask(args: readonly string[]): Task {
  const values = readOptions(args, {
    'pageviews-per-day': { type: 'string' },
    'keep-days': { type: 'string', default: '365' },
    'keep-pings-days': { type: 'string' },
    peak: { type: 'string', default: '3' },
    'kafka-hours': { type: 'string', default: '168' },
    'kafka-replicas': { type: 'string', default: '3' },
    use: { type: 'string', default: '0.6' },
    figures: { type: 'string', default: 'bench.json' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return { kind: 'help' };
  const views = values['pageviews-per-day'];
  if (views === undefined) throw new ArgumentError('--pageviews-per-day is required, such as 50m.');
  const keepDays = number('keep-days', values['keep-days'], 1, 36_500);
  return {
    kind: 'estimate',
    figures: values.figures,
    load: {
      pageviewsPerDay: count(views),
      keepDays,
      keepPingsDays: number('keep-pings-days', values['keep-pings-days'] ?? String(keepDays), 1, 36_500),
      peak: number('peak', values.peak, 1, 1000),
      kafkaHours: number('kafka-hours', values['kafka-hours'], 1, 1_000_000),
      kafkaReplicas: number('kafka-replicas', values['kafka-replicas'], 1, 100),
      use: number('use', values.use, 0.05, 1),
    },
  };
}

function count(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kmb]?)$/i.exec(text) ?? [];
  const found = Number(digits) * (units[unit.toLowerCase()] ?? 1);
  if (digits === '' || found < 1 || found > 1e12) {
    throw new ArgumentError(
      `--pageviews-per-day ${text}: expected a number from 1 to 1000b, such as 500k, 50m or 1b.`,
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
