import { type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

let ingest: IngestUnderTest;
beforeAll(async () => {
  ingest = await ingestUnderTest();
});
afterAll(() => ingest.close());

test('the script may be embedded and cached', async () => {
  const answer = await ingest.send('GET', '/tracker.js');
  expect(answer).toMatchObject({ status: 200, body: 'track();' });
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toContain('max-age=3600');
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
});

test('who has it is told so', async () => {
  // Said as a browser's reload does: fetch would add no-cache, which asks for the whole script.
  const reload = { 'Cache-Control': 'max-age=0' };
  const etag = (await ingest.send('GET', '/tracker.js')).headers.get('etag') ?? '';
  expect(await ingest.send('GET', '/tracker.js', { ...reload, 'If-None-Match': etag })).toMatchObject({
    status: 304,
    body: '',
  });
  expect(await ingest.send('GET', '/tracker.js', { ...reload, 'If-None-Match': '"other"' })).toMatchObject({
    status: 200,
  });
});

test('a new script has a new tag', async () => {
  const other = await ingestUnderTest({}, { trackerScript: 'track(2);' });
  const tags = await Promise.all([ingest, other].map((one) => one.send('HEAD', '/tracker.js')));
  expect(tags[0]?.headers.get('etag')).not.toBe(tags[1]?.headers.get('etag'));
  await other.close();
});

test('it can only be read', async () => {
  const answer = await ingest.send('POST', '/tracker.js');
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});
