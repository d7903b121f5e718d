import { join } from 'node:path';
import { signInAddress } from '@tallyhouse/sites';
import type { StandaloneConfig } from './config.ts';
import type { Standalone } from './start.ts';

type Started = Pick<
  Standalone,
  'queryUrl' | 'ingestUrl' | 'publicIngestUrl' | 'madeKey' | 'sharedKey' | 'clickhouse' | 'config'
>;

/**
 * The text that `npm start` prints once it is ready: addresses, the key, and the line to paste into a page.
 * @param options.terminal whether a person sees it: only then is the key that the service created printed, because other
 *   output ends in files and journals. A configured key is never printed
 * @param options.demo whether demo visitors keep coming
 */
export function welcome(started: Started, { terminal, demo }: { terminal: boolean; demo: boolean }): string {
  const { queryUrl, ingestUrl, publicIngestUrl, sharedKey, config } = started;
  const key = keyOf(started, terminal);
  const link = sharedKey && terminal ? `\n  Shared link  ${signInAddress(queryUrl, sharedKey)}` : '';
  return `
Tallyhouse is up.

  Dashboard    ${queryUrl}/${key.fragment}${link}
  Reports      ${queryUrl}/api/v1/overview
  Demo page    ${queryUrl}/demo
  Pings        ${ingestUrl}${config.PING_PATH}
  ClickHouse   ${databaseOf(started)}
  Key          ${key.shown}

Paste this line into the <head> of your pages (on localhost, add data-local to it):

  <script defer src="${publicIngestUrl}${config.TRACKER_PATH}" data-site="blog"></script>

${key.fragment ? "The dashboard's address signs in once." : 'The dashboard asks for the key.'} Or ask for a report:

  ${key.command}curl -H ${key.header} '${queryUrl}/api/v1/overview?period=1h'
${demo ? '\nDemo visitors keep coming to three sites until it stops.\n' : ''}
Ctrl-C stops it; its data stays in ${config.DATA_DIR}.
`;
}

interface ShownKey {
  shown: string;
  fragment: string;
  /** The command that sets the variable in the header. */
  command: string;
  header: string;
}

function keyOf({ madeKey, config }: Started, terminal: boolean): ShownKey {
  if (madeKey === undefined) {
    const variable = config.API_KEY === undefined ? 'ADMIN_PASSWORD' : 'API_KEY';
    const header = `"Authorization: Bearer $${variable}"`;
    return { shown: `the ${variable} that you set`, fragment: '', command: '', header };
  }
  if (terminal) {
    const header = `'Authorization: Bearer ${madeKey}'`;
    return { shown: madeKey, fragment: `#key=${encodeURIComponent(madeKey)}`, command: '', header };
  }
  const file = join(config.DATA_DIR, 'secrets.json');
  return {
    shown: `in ${file}, as api_key`,
    fragment: '',
    command: `KEY=$(node -p 'JSON.parse(fs.readFileSync("${file}")).api_key')\n  `,
    header: '"Authorization: Bearer $KEY"',
  };
}

function databaseOf({ clickhouse, config }: Started): string {
  if (clickhouse) {
    const native = clickhouse.tcpPort === undefined ? '' : ` and native port ${clickhouse.tcpPort}`;
    return `${clickhouse.url}${native}  (users reader and writer, passwords in ${clickhouse.passwordFile})`;
  }
  return addressOf(config);
}

/** Without user, password and parameters. */
function addressOf({ CLICKHOUSE_URL = '' }: Pick<StandaloneConfig, 'CLICKHOUSE_URL'>): string {
  const { protocol, host } = new URL(CLICKHOUSE_URL);
  return `${protocol}//${host}`;
}
