import { createClickHouse, singleServer } from '@tallyhouse/clickhouse';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { readConfig } from '../../apps/consumer/src/config.ts';
import type { Task } from '../../apps/consumer/src/replay/arguments.ts';
import { run } from '../../apps/consumer/src/replay/run.ts';
import { startConsumer } from '../../apps/consumer/src/start.ts';
import { key, startQueryService } from '../api/query-service.ts';
import { caughtUp, until, works } from '../log/gather.ts';
import type { Place } from '../log/place.ts';

const logger = createLogger('test', 'silent');
const consumerConfig = readConfig({ CLICKHOUSE_URL: 'http://not-asked', KAFKA_BROKERS: 'not-asked:1' });

/** Log, dead letters, ClickHouse and query service, each for one test alone; the consumer runs when it is started. */
export async function startFlow(createPlace: () => Promise<Place>) {
  const [pings, letters, service] = await Promise.all([createPlace(), createPlace(), startQueryService()]);
  // Opened once: opening LMDB a second time in a process waits for its lock, which a running write here may hold.
  const log = pings.open();
  const deadLetterLog = letters.open(1);
  const { client, database, url } = service.database;
  const closers: (() => Promise<void>)[] = [];
  const writer = log.writer();
  // On a busy machine, creating a topic may take a moment.
  await until(() => works(writer.check()));
  const startedAt = Date.now();

  async function rows(query: string): Promise<unknown[]> {
    return (await client.query({ query, format: 'JSONEachRow' })).json();
  }

  async function untilCaughtUp(): Promise<void> {
    const reader = log.reader('tallyhouse-clickhouse');
    await until(() => caughtUp(reader));
  }

  return {
    log,
    deadLetterLog,
    client,
    rows,

    async startConsumer(): Promise<void> {
      const consumer = await startConsumer(consumerConfig, {
        log,
        deadLetterLog,
        servers: singleServer(client),
        logger,
        clock: Date.now,
        onFatal: (error) => {
          throw error;
        },
      });
      closers.push(() => consumer.close());
    },

    /** Messages as ingest appends them: under the key of their session. */
    async append(messages: readonly { key: string; value: Buffer }[]): Promise<void> {
      await writer.append(messages);
    },

    /** Resolves when the consumer has handled everything in the log. */
    caughtUp: untilCaughtUp,

    /** Runs the command, and returns its output. */
    async replay(task: Exclude<Task, { kind: 'help' }>, signal = new AbortController().signal) {
      let output = '';
      const write = (text: string | Uint8Array) => {
        output += text;
        return true;
      };
      const done = await run(task, {
        log,
        deadLetterLog,
        openServers: async () => singleServer(createClickHouse({ url, database }, logger)),
        output: { isTTY: false, write },
        logger,
        // A clock that does not advance, so that no progress is printed.
        clock: () => startedAt,
        signal,
      });
      return { done, output };
    },

    /** The answers as texts, of JSON and of files. */
    async ask(paths: readonly string[]): Promise<string[]> {
      const answers: string[] = [];
      const ask = async (path: string) => {
        const response = await fetch(`${service.url}${path}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        return `${path} ${response.status} ${await response.text()}`;
      };
      // A few at once, within the service's limits.
      for (let from = 0; from < paths.length; from += 4) {
        answers.push(...(await Promise.all(paths.slice(from, from + 4).map(ask))));
      }
      return answers;
    },

    async stop(): Promise<void> {
      for (const close of closers) await close();
      await Promise.all([pings.remove(), letters.remove()]);
      await service.stop();
    },
  };
}

export type Flow = Awaited<ReturnType<typeof startFlow>>;

/** A ping as a message of the log. */
export const messageOf = (row: PingRow) => ({ key: row.session_id, value: encodeRow(row) });

/** The whole log, once more. */
export const everything = { kind: 'log', from: 0, to: undefined, dryRun: false } as const;
