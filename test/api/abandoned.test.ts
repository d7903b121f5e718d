import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { listen } from '@tallyhouse/service';
import { rowsOf } from '../harness/clickhouse.ts';
import { everyEndpoint } from './every-endpoint.ts';
import {
  emptyDatabase,
  forAllTests,
  key,
  silent,
  startServiceOn,
  startServiceWithSql,
} from './query-service.ts';
import { endless } from './replace-sql.ts';

/** Queries of the services only: the test's own query for running ones does not count. */
const mark = `/* abandoned ${process.pid} */`;
const slow = `${mark} select sleepEachRow(0.05) from numbers(100000) settings max_block_size = 1`;

let sql: string;
const services = {
  reader: forAllTests(() => startServiceWithSql(() => sql, {}, 'reader')),
  writer: forAllTests(() => startServiceWithSql(() => sql, {}, 'writer')),
};
const watcher = forAllTests(() => emptyDatabase('writer'));

/** The number of rows that each running query of the services has read so far. */
async function underWay(): Promise<number[]> {
  const query = `select toUInt32(read_rows) as rows from system.processes
    where startsWith(query, concat('/* aban', {rest:String}))`;
  const found = await rowsOf<{ rows: number }>(watcher, query, { rest: mark.slice('/* aban'.length) });
  return found.map(({ rows }) => rows);
}

const begun = async () => {
  while ((await underWay()).length === 0) await sleep(20);
};
const over = async () => {
  while ((await underWay()).length > 0) await sleep(20);
};

function ask(url: string, onResponse: (response: IncomingMessage) => void = () => {}) {
  const request = get(url, { headers: { authorization: `Bearer ${key}` } }, onResponse);
  request.on('error', () => {}); // it is destroyed below
  return request;
}
const responseTo = (url: string) => new Promise<IncomingMessage>((resolve) => ask(url, resolve));

const logged = jest.spyOn(silent, 'error');
afterEach(() => expect(logged.mock.calls.splice(0)).toEqual([]));

/** Reports of one query and of several: the database ends them all in the same way. */
const reports = everyEndpoint.filter(({ path }) =>
  ['/overview', '/realtime', '/digest', '/query'].includes(path),
);

describe.each(['reader', 'writer'] as const)(
  'when the caller disconnects, the query of the %s ends',
  (user) => {
    const addressOf = (path: string, parameters = {}) =>
      `${services[user].url}${services[user].addressOf(path, parameters)}`;

    const own = user === 'reader' ? reports : reports.slice(0, 1);
    const notBegun = { path: '/export/pageviews', parameters: {} };
    test.each([...own, notBegun])('before the answer to $path', async ({ path, parameters }) => {
      sql = slow;
      const request = ask(addressOf(path, parameters));
      await begun();
      request.destroy();
      await over();
    });

    test('for an export in progress', async () => {
      sql = `${mark} ${endless}`;
      const response = await responseTo(addressOf('/export/pageviews'));
      await new Promise((resolve) => response.once('data', resolve));
      await begun();
      response.destroy();
      await over();
    });
  },
);

test('when the caller of what fired disconnects, its query ends too', async () => {
  sql = slow;
  const request = ask(`${services.reader.url}/api/manage/v1/alerts/fired`);
  await begun();
  request.destroy();
  await over();
});

test('a caller that stops reading pauses the query, which continues when it reads on', async () => {
  sql = `${mark} ${endless}`;
  const { url, addressOf } = services.reader;
  const response = await responseTo(`${url}${addressOf('/export/pageviews')}`);
  response.pause();
  const rows = async () => (await underWay())[0] ?? 0;
  // A query that reads no rows ten times in a row has ended.
  let before = await rows();
  for (let same = 0; same < 10; ) {
    await sleep(50);
    const now = await rows();
    same = now === before ? same + 1 : 0;
    before = now;
  }
  response.resume();
  while ((await rows()) === before) await sleep(20);
  response.destroy();
  await over();
});

describe('when ClickHouse falls silent in the middle of its answer, a report ends', () => {
  const seen = new EventEmitter();
  /** It answers everything but the look for a restore by half. */
  const halting = forAllTests(() => {
    const server = createServer(async (request, response) => {
      response.setHeader('X-ClickHouse-Summary', '{}');
      if ((await text(request)).startsWith('exists ')) response.end('{"result":0}\n');
      else response.on('close', () => seen.emit('closed')).write('{"data": [');
    });
    return listen(server, 0, '127.0.0.1');
  });
  const service = forAllTests(() => {
    const client = createClickHouse({ url: halting.url }, silent);
    const query = client.query.bind(client);
    client.query = (async (params: Parameters<typeof query>[0]) => {
      const result = await query(params);
      if (!params.query.startsWith('exists ')) seen.emit('begun');
      return result;
    }) as typeof client.query;
    return startServiceOn(client, { QUERY_MAX_SECONDS: '1' });
  });

  test('when its caller disconnects', async () => {
    const [begun, closed] = [once(seen, 'begun'), once(seen, 'closed')];
    const request = ask(`${service.url}${service.addressOf('/overview')}`);
    await begun;
    request.destroy();
    await closed;
  });

  test('by its time limit', async () => {
    const { status, body } = await service.report('/overview');
    const message = 'The report took too long. Try a shorter period.';
    expect([status, body]).toEqual([504, { error: { code: 'timeout', message } }]);
  });
});
