import { emptyDatabase, forAllTests, startServiceOn } from './query-service.ts';

/** How settings of the service change its responses. */

const usual = forAllTests(() => startServiceOn(emptyDatabase()));

async function responseWith(environment: Record<string, string>, path: string, init?: RequestInit) {
  const service = await startServiceOn(emptyDatabase(), environment);
  try {
    return await service.request(path, init);
  } finally {
    await service.stop();
  }
}

test.each([
  ['', true],
  ['/srv/GeoLite2-City.mmdb', true],
  ['off', false],
])('with GEOIP_DB=%s meta.geoip of /geo is %s', async (GEOIP_DB, geoip) => {
  const headers = { authorization: 'Bearer the password of the tests' };
  const { body } = await responseWith({ GEOIP_DB }, '/api/v1/geo', { headers });
  expect(body).toMatchObject({ meta: { geoip } });
});

test.each(['/demo', '/demo/second', '/demo/', '/demo?utm_source=newsletter'])(
  '%s includes the tracker, and may load and call only ingest',
  async (path) => {
    const { status, headers, body } = await usual.request(path);
    expect(status).toBe(200);
    expect(body).toContain(
      '<script defer src="http://127.0.0.1:3001/tracker.js" data-site="blog" data-local></script>',
    );
    expect(body).not.toContain('{{');
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-.{44}'$/),
      'script-src http://127.0.0.1:3001',
      'connect-src http://127.0.0.1:3001',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  },
);

test('with other paths at ingest, the script tag has both addresses', async () => {
  const other = { PUBLIC_INGEST_URL: 'https://stats.example/in/', TRACKER_PATH: '/t.js', PING_PATH: '/p' };
  const { body, headers } = await responseWith(other, '/demo');
  expect(body).toContain(
    '<script defer src="https://stats.example/in/t.js" data-site="blog" data-local data-endpoint="https://stats.example/in/p"></script>',
  );
  expect(headers.get('content-security-policy')).toContain('connect-src https://stats.example');
});
