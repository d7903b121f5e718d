import { once } from 'node:events';
import { createLogger } from '@tallyhouse/service';
import express from 'express';
import { logRequests } from './log-requests.ts';

test('the log has at most 200 characters of a path, and no query string', async () => {
  const lines: unknown[] = [];
  const logger = createLogger('query', 'info');
  logger.info = (line: unknown) => void lines.push(line);
  const server = express().use(logRequests(logger)).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await fetch(`http://127.0.0.1:${port}/${'x'.repeat(5000)}?secret`);
  server.close();
  await once(server, 'close');
  expect(lines).toMatchObject([{ path: `/${'x'.repeat(199)}`, status: 404 }]);
});
