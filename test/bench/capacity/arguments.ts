import { ArgumentError, readOptions } from '@tallyhouse/service';

/** The load to plan for. */
export interface Load {
  /** As written, such as `50m a day`. */
  name: string;
  pageviewsPerDay: number;
  /** The busiest second, as a multiple of the mean. */
  peak: number;
  keepDays: number;
  keepPingsDays: number;
  kafkaHours: number;
  kafkaReplicas: number;
  /** The planned utilization of a core and of a disk. */
  use: number;
  serverCores: number;
  /** Bytes of the disk of a ClickHouse server. */
  serverDisk: number;
}

export interface Task {
  loads: readonly Load[];
  figures: string;
}

export const usage = `Usage: npm run capacity -- --pageviews-per-day <numbers> [--keep-days <number>] [--figures <file>]

Estimates what a load needs: partitions, processes, cores, memory, shards, and the disks of Kafka and ClickHouse. It multiplies what
npm run bench measured on one machine. Figures beyond that are marked as extrapolated. Reports are not part of it.

  --pageviews-per-day <numbers>    Such as 500k, 50m, 1b. Several, with commas, are the columns of one table.
  --pageviews-per-month <numbers>  Instead of that: of 30 days.
  --keep-days <number>             How long pageviews, sessions and visitors are kept. Default: 365.
  --keep-pings-days <number>       How long raw pings are kept (RETENTION_PINGS). Default: as --keep-days.
  --peak <number>                  The busiest second as a multiple of the mean. Default: 3, an assumption: take it from your traffic.
  --kafka-hours <number>           How long Kafka keeps messages (KAFKA_RETENTION_HOURS). Default: 168.
  --kafka-replicas <number>        Copies of a message (KAFKA_REPLICATION_FACTOR). Default: 3.
  --server-cores <number>          Cores of a ClickHouse server for storing, besides those for reports. Default: 8.
  --server-disk-tb <number>        Disk of a ClickHouse server, 10^12 bytes. Default: 4.
  --use <number>                   The share of cores and disks that is planned to be used, up to 1. Default: 0.6.
  --figures <file>                 What npm run bench -- --only ingest,consumer,disk --json <file> wrote. Default: bench.json.
`;

const text = { type: 'string' } as const;
const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

export function readTask(args: readonly string[]): Task {
  const values = readOptions(args, {
    'pageviews-per-day': text,
    'pageviews-per-month': text,
    'keep-days': { ...text, default: '365' },
    'keep-pings-days': text,
    peak: { ...text, default: '3' },
    'kafka-hours': { ...text, default: '168' },
    'kafka-replicas': { ...text, default: '3' },
    'server-cores': { ...text, default: '8' },
    'server-disk-tb': { ...text, default: '4' },
    use: { ...text, default: '0.6' },
    figures: { ...text, default: 'bench.json' },
  });
  const shape = {
    keepDays: number('keep-days', values['keep-days']),
    keepPingsDays: number('keep-pings-days', values['keep-pings-days'] ?? values['keep-days']),
    peak: number('peak', values.peak),
    kafkaHours: number('kafka-hours', values['kafka-hours']),
    kafkaReplicas: number('kafka-replicas', values['kafka-replicas']),
    serverCores: number('server-cores', values['server-cores']),
    serverDisk: number('server-disk-tb', values['server-disk-tb']) * 1e12,
    use: number('use', values.use),
  };
  const loadsOf = (period: 'day' | 'month', numbers: string | undefined) =>
    numbers?.split(',').map((written): Load => {
      const pageviews = count(written.trim());
      const pageviewsPerDay = period === 'day' ? pageviews : pageviews / 30;
      return { ...shape, name: `${written.trim()} a ${period}`, pageviewsPerDay };
    });
  const loads =
    loadsOf('day', values['pageviews-per-day']) ?? loadsOf('month', values['pageviews-per-month']);
  if (loads === undefined) throw new ArgumentError('--pageviews-per-day is required, such as 50m.');
  return { figures: values.figures, loads };
}

function count(written: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)([kmb]?)$/i.exec(written) ?? [];
  return number('pageviews', digits) * (units[unit.toLowerCase()] ?? 1);
}

function number(name: string, written: string): number {
  const found = Number(written);
  if (found > 0 && found < 1e12) return found;
  throw new ArgumentError(`--${name} ${written}: expected a number, such as 12; pageviews such as 50m.`);
}
