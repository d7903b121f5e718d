import { uuid7 } from '@tallyhouse/ping';
import { firefox, ingestUnderTest, keyed } from './ingest-under-test.ts';

const address = '8.8.8.8';
const day = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const trackerScript = '+__STORES__(stored("store"),"cookieless"in tag)';

const start = (env: Record<string, string>) =>
  ingestUnderTest({ GEOIP_DB: '', ...env }, { trackerScript, clock: () => noon });

const visitor = (made: number) => uuid7(made, new Uint8Array(10));
const ping = (timestamp: number, visitor_id: string) => {
  return { page_path: '/', timestamp, ip: address, user_agent: firefox, visitor_id };
};

const presets = ['cnil', 'strict'];
test.each(presets)(
  'with PRIVACY=%s the log gets neither the address nor its coordinates',
  async (PRIVACY) => {
    await using ingest = await start({ PRIVACY });
    const event = { ...ping(noon, visitor(noon)), type: 'event', event: 'Signup' };
    await ingest.ping([ping(noon, visitor(noon)), event], keyed);
    await ingest.ping({ page_path: '/gpc' }, { 'Sec-GPC': '1' });
    const [view] = ingest.rows();
    expect(view).toMatchObject({ country: 'US', ip: '', latitude: null, longitude: null });
    expect(view?.['city']).not.toBe('');
    expect(ingest.column('drop_reason')).toEqual(['', '', 'gpc']);
    const log = ingest.messages.map(({ key, value }) => `${key} ${value}`).join('\n');
    expect(log).not.toMatch(/8\.8\.8\.8|127\.0\.0\.1/);
  },
);

test.each<[Record<string, string>, object]>([
  [{}, { ip: address, latitude: expect.any(Number), drop_reason: '' }],
  [{ IP_STORAGE: 'none' }, { ip: '', latitude: expect.any(Number), drop_reason: '' }],
  [{ COORDINATES: '0' }, { ip: address, latitude: null, longitude: null, drop_reason: '' }],
  [{ SEC_GPC: '1' }, { ip: '', page_path: '', drop_reason: 'gpc' }],
])('each setting holds by itself: %j', async (env, row) => {
  await using ingest = await start(env);
  await ingest.ping(ping(noon, visitor(noon)), { ...keyed, 'Sec-GPC': '1' });
  expect(ingest.rows()).toMatchObject([row]);
});

test.each([
  [{}, '+(stored("store")||!("cookieless"in tag))'],
  [{ PRIVACY: 'cnil' }, '+(navigator.globalPrivacyControl?0:stored("store")||!("cookieless"in tag))'],
  [{ PRIVACY: 'strict' }, '+(navigator.globalPrivacyControl?0:stored("store")||!1)'],
  [{ COOKIELESS: '1' }, '+(stored("store")||!1)'],
])('with %j the script that is served is %s', async (env, script) => {
  await using ingest = await start(env);
  expect((await ingest.send('GET', '/tracker.js')).body).toBe(script);
});

test('an id of a visitor becomes another one 393 days after it was made, and again after as many', async () => {
  const made = noon - 1200 * day;
  const idsOf = async (sent: string, env: Record<string, string>, days: number[]) => {
    await using ingest = await start(env);
    const pings = days.map((age) => ping(made + age * day, sent));
    await ingest.ping(pings, keyed);
    return ingest.column('visitor_id');
  };
  const sent = visitor(made);
  const days = [0, 392, 393, 700, 785, 786, 1178];
  expect(await idsOf(sent, {}, days)).toEqual(days.map(() => sent));
  const ids = await idsOf(sent, { PRIVACY: 'cnil' }, days);
  const [second, third] = [ids[2], ids[5]];
  expect(ids).toEqual([sent, sent, second, second, second, third, third]);
  expect(new Set([sent, second, third]).size).toBe(3);

  // Ids without a creation time, or with one in the future, expire, too.
  for (const other of ['customer 7', visitor(Date.UTC(2090, 0))]) {
    const ids = await idsOf(other, { VISITOR_ID_DAYS: '393' }, [0, 393, 786, 1179]);
    expect([new Set(ids).size, ids.includes(other)]).toEqual([4, false]);
  }
});
