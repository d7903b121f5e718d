import { tmpdir } from 'node:os';
import { apiKey, ingestUnderTest } from './ingest-under-test.ts';

/** More than any disk has: a hundred million MiB. */
const outOfReach = { DISK_FLOOR_MB: '100000000' };
const nearlyFull = {
  status: 503,
  body: {
    error: {
      code: 'unavailable',
      message: "The server's disk is nearly full: only pings with the key are accepted.",
    },
  },
};

test('below the floor pings and pixels are accepted only with the key', async () => {
  const ingest = await ingestUnderTest(outOfReach, { logFolder: tmpdir() });
  const refused = await ingest.ping({ page_path: '/' });
  expect(refused).toMatchObject(nearlyFull);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await ingest.send('GET', '/api/ping.gif?page_path=/')).toMatchObject(nearlyFull);
  const withKey = { Authorization: `Bearer ${apiKey}` };
  expect(await ingest.ping({ page_path: '/' }, withKey)).toMatchObject({ status: 202 });
  expect(await ingest.send('GET', '/readyz')).toMatchObject({
    status: 503,
    body: { checks: { log: 'ok', disk: expect.stringContaining('DISK_FLOOR_MB is 100000000') } },
  });
  expect(await ingest.metric('tallyhouse_ingest_pings_total')).toMatchObject({
    '{outcome="refused",reason=""}': 2,
    '{outcome="accepted",reason=""}': 1,
  });
  await ingest.close();
});

test.each([
  ['a floor of 0', { DISK_FLOOR_MB: '0' }, tmpdir()],
  ['a log that is elsewhere', outOfReach, undefined],
])('with %s there is nothing to check', async (_what, env, logFolder) => {
  const ingest = await ingestUnderTest(env, { logFolder });
  expect(await ingest.ping({ page_path: '/' })).toMatchObject({ status: 202 });
  expect(await ingest.send('GET', '/readyz')).toMatchObject({ status: 200, body: { checks: { log: 'ok' } } });
  expect(await ingest.metric('tallyhouse_ingest_disk_free_bytes')).toEqual({});
  await ingest.close();
});
