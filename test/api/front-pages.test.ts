import { type QueryService, startQueryService } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

test.each(['/demo', '/demo/second', '/demo/', '/demo?utm_source=newsletter'])(
  '%s includes the tracker, and may load and call only ingest',
  async (path) => {
    const { status, headers, body } = await service.request(path);
    expect(status).toBe(200);
    expect(body).toContain(
      '<script defer src="http://127.0.0.1:3001/tracker.js" data-site="blog" data-local></script>',
    );
    expect(body).not.toContain('{{');
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual([
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
  const other = await startQueryService({
    PUBLIC_INGEST_URL: 'https://stats.example/in/',
    TRACKER_PATH: '/t.js',
    PING_PATH: '/p',
  });
  const { body, headers } = await other.request('/demo');
  await other.stop();
  expect(body).toContain(
    '<script defer src="https://stats.example/in/t.js" data-site="blog" data-local data-endpoint="https://stats.example/in/p"></script>',
  );
  expect(headers.get('content-security-policy')).toContain('connect-src https://stats.example');
});
