import { gzipSync } from 'node:zlib';
import { type Log, type LogMessage, LogUnavailableError } from '@tallyhouse/log';
import { columns, crawlColumns, isPing, rowVersion } from '@tallyhouse/ping';
import { createLogger, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { type IngestDeps, ingestSettings, startIngest } from './start.ts';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const apiKey = 'the key of the tests';

type Headers = Record<string, string>;
export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
export const keyed = bearer(apiKey);
export const forwarded = (addresses: string) => ({ 'X-Forwarded-For': addresses });

/** A clock that stands still, so that no allowance grows. */
export const still = (now = Date.now()) => ({ clock: () => now, ticks: () => now });

/** One service for all tests of a file; each starts with an empty, working log. */
export function ingestOfFile(env: Record<string, string> = {}, deps: Partial<IngestDeps> = {}) {
  const ingest = {} as IngestUnderTest;
  beforeAll(async () => void Object.assign(ingest, await ingestUnderTest(env, deps)));
  beforeEach(() => {
    ingest.messages.length = 0;
    ingest.state.logAway = false;
  });
  afterAll(() => ingest.close());
  return ingest;
}

/** A running ingest service whose log is an array, and which sends a 429 without delay. `await using` closes it. */
export async function ingestUnderTest(env: Record<string, string> = {}, deps: Partial<IngestDeps> = {}) {
  const messages: LogMessage[] = [];
  const state = { logAway: false, logAnswers: Promise.resolve() };
  const writer = {
    async append(more: readonly LogMessage[]) {
      await state.logAnswers;
      if (state.logAway) throw new LogUnavailableError('the log is away');
      messages.push(...more);
    },
    takes: () => true,
    async check() {
      if (state.logAway) throw new LogUnavailableError('the log is away');
    },
    async close() {},
  };
  const log: Pick<Log, 'writer'> = { writer: () => writer };
  const usual = { INGEST_PORT: '0', GEOIP_DB: 'off', API_KEY: apiKey };
  const settings = readEnvironment(z.object(ingestSettings), { ...usual, ...env });
  const ingest = await startIngest(
    { ...settings, HOST: '127.0.0.1', IDENTITY_SECRET: 'a secret for tests' },
    {
      log,
      logger: createLogger('ingest', 'silent'),
      trackerScript: 'track();',
      trackerEventsScript: 'trackEvents();',
      trackerVitalsScript: 'trackVitals();',
      pause: async () => {},
      ...deps,
    },
  );

  return {
    ...ingest,
    [Symbol.asyncDispose]: () => ingest.close(),
    state,
    messages,
    rows: () => messages.filter(({ value }) => isPing(value)).map(({ value }) => rowOf(value)),
    crawls: () => messages.filter(({ value }) => !isPing(value)).map(({ value }) => crawlOf(value)),
    /** The values of a column of the rows in the log. */
    column: (name: string) =>
      messages.filter(({ value }) => isPing(value)).map(({ value }) => rowOf(value)[name]),
    async send(method: string, path: string, headers: Headers = {}, body: RequestInit['body'] = null) {
      const init = { method, headers: { 'User-Agent': firefox, ...headers }, body };
      const response = await fetch(ingest.url + path, init);
      const text = await response.text();
      const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
      const answer: unknown = isJson ? JSON.parse(text) : text;
      return { status: response.status, headers: response.headers, body: answer };
    },
    /** The values of a metric, by its labels as exported: `{outcome="accepted"}`, or the empty string. */
    async metric(name: string): Promise<Record<string, number>> {
      const text = await (await fetch(`${ingest.url}/metrics`, { headers: keyed })).text();
      const lines = [...text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))];
      return Object.fromEntries(lines.map(([, labels = '', value]) => [labels, Number(value)]));
    },
    /** POSTs a body; anything but a string is sent as JSON. */
    ping(body: unknown, headers: Headers = {}) {
      return this.send('POST', '/api/ping', headers, typeof body === 'string' ? body : JSON.stringify(body));
    },
    pingGzipped(body: string | Buffer, headers: Headers = {}) {
      const packed = typeof body === 'string' ? gzipSync(body) : body;
      return this.send('POST', '/api/ping', { 'Content-Encoding': 'gzip', ...headers }, packed);
    },
    pixel(query: string | Record<string, string>, headers: Headers = {}) {
      return this.send('GET', `/api/ping.gif?${new URLSearchParams(query)}`, headers);
    },
  };
}

export type IngestUnderTest = Awaited<ReturnType<typeof ingestUnderTest>>;

function rowOf(value: Buffer): Record<string, unknown> {
  const message: unknown = JSON.parse(value.toString());
  const [version, ...values]: unknown[] = Array.isArray(message) ? message : [];
  if (version !== rowVersion || values.length !== columns.length) throw new Error(`no row: ${value}`);
  return Object.fromEntries(columns.map(({ name }, i) => [name, values[i]]));
}

function crawlOf(value: Buffer): Record<string, unknown> {
  const [, ...values]: unknown[] = JSON.parse(value.toString());
  return Object.fromEntries(crawlColumns.map(({ name }, i) => [name, values[i]]));
}
