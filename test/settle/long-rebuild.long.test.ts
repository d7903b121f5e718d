import { createClickHouse, patience } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { readConfig } from '@tallyhouse/consumer/config';
import { settledTables } from '@tallyhouse/settle';
import { forAllTests } from '../api/shared-service.ts';
import { numberOf } from '../faults/cluster/number.ts';
import { startProxy } from '../faults/cluster/proxy.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
import { embeddedPlace } from '../log/place.ts';

const config = readConfig({ CLICKHOUSE_URL: 'http://not-asked', KAFKA_BROKERS: 'not-asked:1' });
/** How long the client for inserts waits for a response. */
const silenceMs = 3000;
/** A query to which the proxy never responds. */
const unanswered = "select 'no answer'";

const db = forAllTests(createTestDatabase);
const slow = forAllTests(() => startProxy(new URL(db.url)));

test('a day is settled whose rebuild takes longer than an insert may be silent', async () => {
  const pingedAt = Date.now() - 3_600_000;
  await insertPings(db.client, [{ pinged_at: pingedAt }]);
  const connection = { url: slow.url, database: db.database };
  const impatient = createClickHouse(connection, logger, { silenceMs });
  const servers = singleServer(impatient, createClickHouse(connection, logger, patience));
  /** Waits until the client for inserts has given up a request that began after the swap. */
  let longer: Promise<void> | undefined;
  slow.rules.toServer = async (chunk) => {
    if (chunk.includes(unanswered)) await new Promise(() => {});
    if (chunk.includes('replace partition')) {
      longer ??= expect(impatient.query({ query: unanswered })).rejects.toThrow(/timeout/i);
      await longer;
    }
    return 'pass' as const;
  };
  const [place, letters] = [await embeddedPlace(), await embeddedPlace()];
  const consumer = await startConsumer(config, {
    log: place.open(1),
    deadLetterLog: letters.open(1),
    servers,
    logger,
    clock: Date.now,
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    const day = new Date(pingedAt).toISOString().slice(0, 10);
    const ofSessions = settledTables.filter(({ fact }) => fact === 'session');
    const settled = async () => {
      const of = (stored: string) =>
        `select count() as n from ${stored} where day = '${day}' and site_id = ''`;
      return Promise.all(ofSessions.map(({ stored }) => numberOf(db.client, of(stored))));
    };
    const each = ofSessions.map(() => 1);
    await eventually(settled, each);
    expect(longer).toBeDefined();
    // The slow swap may be of either day: none failed.
    expect(await consumer.registry.metrics()).not.toMatch(/settled_failures_total\{[^}]*\} [1-9]/);
  } finally {
    await consumer.close();
    await servers.close();
    await place.remove();
    await letters.remove();
  }
});
