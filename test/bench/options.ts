import { parseArgs } from 'node:util';

export const parts = [
  'start',
  'idle',
  'way',
  'ingest',
  'attack',
  'freshness',
  'sites',
  'paint',
  'consumer',
  'reports',
  'query',
  'events',
  'crawlers',
  'bi',
  'lake',
  'import',
  'delete',
  'disk',
] as const;

export type Part = (typeof parts)[number];

export type Options = Exclude<ReturnType<typeof readOptions>, 'help'>;

export const help = `Usage: npm run bench -- [options]

Measures the service on this machine, each figure beside its baseline in the same run, and prints one table.

  --only PART     one of ${parts.join(', ')}; may be repeated. Default: all
  --rows SIZE     pageviews of one site in 30 days, such as 100k, 1m, 10m, 100m; may be repeated. Default: 1m
                  (way: stored before; sites, paint: of all sites: the first size.
                  crawlers: so many requests of crawlers.
                  events: a fifth as many events besides, in a folder of its own)
  --data-dir DIR  fill into DIR/SIZE and keep it; what is there already is not filled again
  --json FILE     write the figures to FILE; npm run capacity reads those of ingest, consumer and disk
  --kafka         way: with Kafka instead of the embedded log; idle: a consumer that reads from Kafka
  --beside DIR    way: measure the build in DIR/dist too, in turn
                  reports: this build's CPU time of each report, of that of the build in DIR/dist, in turn, after
                  comparing their answers; nothing else
  --cpu-prof DIR  way: write CPU profiles of the service's process to DIR
  --quick         short rounds, fewer days, one service for many parts: to see that all parts work, not to measure
  --help          this text
`;

export function readOptions(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string', multiple: true, default: [parts.join()] },
      /** Pageviews of one site in 30 days. */
      rows: { type: 'string', multiple: true, default: ['1m'] },
      json: { type: 'string' },
      /** Folder with data of an earlier run, or for data to keep. */
      'data-dir': { type: 'string' },
      quick: { type: 'boolean', default: false },
      kafka: { type: 'boolean', default: false },
      beside: { type: 'string' },
      'cpu-prof': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const only: ReadonlySet<Part> = new Set(values.only.flatMap((list) => list.split(',')).map(toPart));
  const rows = values.rows.flatMap((list) => list.split(',')).map(toCount);
  return { ...values, only, rows };
}

function toPart(name: string): Part {
  const part = parts.find((known) => known === name);
  if (part === undefined) throw new Error(`--only takes ${parts.join(', ')}, not ${name}`);
  return part;
}

function toCount(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([km]?)$/i.exec(text) ?? [];
  if (digits === undefined) throw new Error(`--rows takes a size such as 100k or 10m, not ${text}`);
  return Number(digits) * ({ k: 1e3, m: 1e6 }[unit.toLowerCase()] ?? 1);
}

/** 10000000 as `10m`. */
export function sizeName(count: number): string {
  if (count % 1e6 === 0) return `${count / 1e6}m`;
  return count % 1e3 === 0 ? `${count / 1e3}k` : String(count);
}
