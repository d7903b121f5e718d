import { readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { serverSettings } from './find-server.ts';

test.each(['0', '65536', '1e3'])('a command refuses CLICKHOUSE_HTTP_PORT=%s, in words', (text) => {
  const read = () => readEnvironment(z.object(serverSettings), { CLICKHOUSE_HTTP_PORT: text });
  expect(read).toThrow('CLICKHOUSE_HTTP_PORT: a whole number from 1 to 65535');
});
