import { uuid7 } from '@tallyhouse/ping';
import { apiKey, bearer, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

const address = '8.8.8.8';
const day = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const by = { ...bearer(apiKey), 'Content-Type': 'application/json' };
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const trackerScript = 'consented||!__COOKIELESS__("cookieless"in tag)';

async function withIngest(env: Record<string, string>, check: (ingest: IngestUnderTest) => Promise<void>) {
  const ingest = await ingestUnderTest({ GEOIP_DB: '', ...env }, { trackerScript, clock: () => noon });
  await check(ingest).finally(() => ingest.close());
}

const visitor = (made: number) => uuid7(made, new Uint8Array(10));
const ping = (at: number, visitor_id: string) => ({
  page_path: '/',
  timestamp: new Date(at).toISOString(),
  ip: address,
  user_agent: chrome,
  visitor_id,
});

test.each(['cnil', 'strict'])(
  'with PRIVACY=%s nothing that the log gets has the address or its coordinates',
  async (PRIVACY) => {
    await withIngest({ PRIVACY }, async (ingest) => {
      const event = { ...ping(noon, visitor(noon)), type: 'event', event: 'Signup' };
      await ingest.ping([ping(noon, visitor(noon)), event], by);
      await ingest.ping({ page_path: '/gpc' }, { 'Sec-GPC': '1', 'User-Agent': chrome });
      const [view] = ingest.rows();
      expect(view).toMatchObject({ country: 'US', ip: '', latitude: null, longitude: null });
      expect(view?.['city']).not.toBe('');
      expect(ingest.column('drop_reason')).toEqual(['', '', 'gpc']);
      const log = ingest.messages.map(({ key, value }) => `${key} ${value}`).join('\n');
      expect(log).not.toMatch(/8\.8\.8\.8|127\.0\.0\.1/);
    });
  },
);

test('each setting holds by itself', async () => {
  const settings: [Record<string, string>, object][] = [
    [{}, { ip: address, latitude: expect.any(Number), drop_reason: '' }],
    [{ IP_STORAGE: 'none' }, { ip: '', latitude: expect.any(Number), drop_reason: '' }],
    [{ COORDINATES: '0' }, { ip: address, latitude: null, longitude: null, drop_reason: '' }],
    [{ SEC_GPC: '1' }, { ip: '', page_path: '', drop_reason: 'gpc' }],
  ];
  for (const [env, row] of settings) {
    await withIngest(env, async (ingest) => {
      await ingest.ping(ping(noon, visitor(noon)), { ...by, 'Sec-GPC': '1' });
      expect(ingest.rows()).toMatchObject([row]);
    });
  }
});

test.each([
  [{}, 'consented||!("cookieless"in tag)'],
  [{ PRIVACY: 'cnil' }, 'consented||!("cookieless"in tag||navigator.globalPrivacyControl)'],
  [{ PRIVACY: 'strict' }, 'consented||!1'],
  [{ COOKIELESS: '1' }, 'consented||!1'],
])('with %j the script that is served is %s', async (env, script) => {
  await withIngest(env, async (ingest) => {
    expect((await ingest.send('GET', '/tracker.js')).body).toBe(script);
  });
});

test('an id of a visitor becomes another one 393 days after it was made, and again after as many', async () => {
  const made = noon - 1200 * day;
  const idsOf = async (sent: string, env: Record<string, string>, days: number[]) => {
    let ids: unknown[] = [];
    await withIngest(env, async (ingest) => {
      await ingest.ping(
        days.map((age) => ping(made + age * day, sent)),
        by,
      );
      ids = ingest.column('visitor_id');
    });
    return ids;
  };
  const sent = visitor(made);
  const days = [0, 392, 393, 700, 785, 786, 1178];
  expect(await idsOf(sent, {}, days)).toEqual(days.map(() => sent));
  const [first, last, second, stillSecond, alsoSecond, third, alsoThird] = await idsOf(
    sent,
    { PRIVACY: 'cnil' },
    days,
  );
  expect([first, last]).toEqual([sent, sent]);
  expect([stillSecond, alsoSecond]).toEqual([second, second]);
  expect(alsoThird).toBe(third);
  expect(new Set([first, second, third]).size).toBe(3);

  // Ids without a creation time, or with one in the future, expire, too.
  for (const other of ['customer 7', visitor(Date.UTC(2090, 0))]) {
    const ids = await idsOf(other, { VISITOR_ID_DAYS: '393' }, [0, 393, 786, 1179]);
    expect([new Set(ids).size, ids.includes(other)]).toEqual([4, false]);
  }
});
