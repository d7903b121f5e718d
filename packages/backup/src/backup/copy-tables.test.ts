import { serverSettings } from '@tallyhouse/clickhouse';
import { kafkaSettings } from '@tallyhouse/log';
import { readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { copyTables } from './copy-tables.ts';

test('a copy that is ended early is not taken for a refusal of the server', async () => {
  const [folder, name] = ['/backups', 'first'];
  const location = { kind: 'path' as const, path: folder };
  const place = { folder, name, path: `${folder}/${name}`, location, base: undefined, shards: undefined };
  const env = { CLICKHOUSE_URL: 'http://a', KAFKA_BROKERS: 'a:9092' };
  const settings = readEnvironment(z.object({ ...serverSettings, ...kafkaSettings }), env);
  const config = { ...settings, CLICKHOUSE_REPLICATED: false };
  const progress = { step() {}, say() {}, end() {}, show() {} };
  const signal = AbortSignal.abort(new Error('Ended early.'));
  const copied = copyTables({ ...place, config, stores: [] }, async () => ({ tables: [] }), {
    progress,
    signal,
  });
  await expect(copied).rejects.toThrow(/^Ended early\.$/);
});
