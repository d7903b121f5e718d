import { resolve } from 'node:path';
import { isSiteId, plainHost, siteIdWords } from '@tallyhouse/ping';
import { ArgumentError, readArguments } from '@tallyhouse/service';
import type { Format } from './format.ts';
import { formats } from './formats/index.ts';

export interface Task {
  format: Format;
  site: string;
  files: string[];
  host: string | undefined;
  dryRun: boolean;
  /** Whether page views in logs are stored. */
  pageviews: boolean;
  /** The one file is a log that is still written to: it is read until a signal. */
  follow: boolean;
  /** Where metrics of following are served. */
  metricsPort: number | undefined;
}

export const usage = `Usage: tallyhouse import --from <format> --site <id> [--host <name>] [--no-pageviews] [--dry-run] <file...>
       tallyhouse import --from <format> --site <id> [--host <name>] [--no-pageviews] [--metrics-port <port>] --follow <file>

Imports page views from other analytics and from logs of web servers, and from logs also requests of crawlers. It is safe while the
service runs, and may be repeated: importing the same again changes nothing. After Ctrl-C, a crash or a full disk, run the same
command again.

  --from <format>     Web server logs: combined (Apache, nginx), nginx-json, caddy-json, cloudfront.
                      Other analytics: goatcounter, umami, plausible, matomo, ga4, tallyhouse.
                      docs/guides/import.md says how to get the files of each.
  --site <id>         The site to import into.
  --host <name>       The host of the lines and rows that name none: links from its own pages are then no source. A host that
                      a record names wins. Default: the first host of the site in the sites file.
  --no-pageviews      Store only the requests of crawlers and persons from logs, for /crawlers and /coverage: for a site
                      whose page views its pages send.
  --follow            Read the log while it is written, until SIGTERM. It goes on where it stopped, reads the rest of a file that
                      was renamed within its folder, starts over when it was truncated, and waits while it is gone.
  --metrics-port <n>  With --follow: serve /metrics on this port of 127.0.0.1.
  --dry-run           Read everything and say what would be imported; store nothing.
  --help              This text.
  <file...>           Files, gzipped or not; - is standard input. Give all files of a log at once: they are read in the
                      order of their times, so that visits go on from one file to the next.

Example: tallyhouse import --from combined --site blog /var/log/nginx/access.log*

It uses the log of tallyhouse start in DATA_DIR, or Kafka at KAFKA_BROKERS, and the settings of ingest. In the end it asks the
reports, of all shards with CLICKHOUSE_SHARDS.

It exits with 0 when all is imported, 1 after an error, 2 for invalid arguments, 130 after Ctrl-C, 143 after SIGTERM.
`;

/** Reads the command line. @throws ArgumentError */
export function readTask(args: readonly string[]): Task {
  const { values, positionals } = readArguments(args, options);
  const { from, site, host, 'dry-run': dryRun = false, 'no-pageviews': withoutViews = false } = values;
  const { follow = false, 'metrics-port': portText } = values;
  const names = formats.map(({ name }) => name).join(', ');
  if (from === undefined)
    throw new ArgumentError(`Say what the files are: --from <format>, one of ${names}.`);
  const format = formats.find(({ name }) => name === from);
  if (format === undefined)
    throw new ArgumentError(`--from ${from}: there is no such format. Accepted: ${names}.`);
  if (site === undefined) throw new ArgumentError('Say where to import to: --site <id>.');
  if (!isSiteId(site)) throw new ArgumentError(`--site ${site}: expected ${siteIdWords}.`);
  if (host !== undefined && (host.includes('*') || plainHost(host) === undefined))
    throw new ArgumentError(`--host ${host}: expected a name such as www.example.com.`);
  if (positionals.length === 0) throw new ArgumentError('Name the files to import; - is standard input.');
  const paths = positionals.map((path) => resolve(path));
  const twice = positionals.find((path, index) => paths.indexOf(resolve(path)) !== index);
  if (twice !== undefined) throw new ArgumentError(`${twice} is named twice.`);
  if (withoutViews && !isLog(format))
    throw new ArgumentError(`--no-pageviews is for logs of web servers, not for ${from}.`);
  if (follow) {
    if (!isLog(format)) throw new ArgumentError(`--follow is for logs of web servers, not for ${from}.`);
    if (dryRun) throw new ArgumentError('--follow stores what it reads: leave --dry-run out.');
    if (positionals.length > 1 || positionals[0] === '-') throw new ArgumentError('--follow takes one file.');
  }
  const metricsPort = portText === undefined ? undefined : Number(portText);
  if (metricsPort !== undefined && !(follow && /^\d{1,5}$/.test(portText ?? '') && metricsPort < 65_536))
    throw new ArgumentError('--metrics-port: expected a port, with --follow.');
  return { format, site, files: positionals, host, dryRun, pageviews: !withoutViews, follow, metricsPort };
}

const isLog = ({ kind }: Format) => kind === 'lines';

const options = {
  from: { type: 'string' },
  site: { type: 'string' },
  host: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'no-pageviews': { type: 'boolean' },
  follow: { type: 'boolean' },
  'metrics-port': { type: 'string' },
} as const;
