import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { type Listening, listen } from '@tallyhouse/service';
import { ask, type Request, slowestBytesPerMs } from './client.ts';
import { partBytes, upload } from './upload.ts';

let storage: Listening;
afterEach(() => storage.close());

/** A bucket in a storage that gives these answers, one after the other. */
async function bucketWith(answers: readonly [status: number, text: string, length?: number][]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((message, response) => {
    const [status, text, length = text.length] = answers[asked.push(message) - 1] ?? [400, ''];
    message.resume().once('end', () => response.writeHead(status, { 'content-length': length }).end(text));
  });
  storage = await listen(server, 0, '127.0.0.1');
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b', sessionToken: undefined, region: 'eu' };
  const bucket = { endpoint: storage.url, name: 'lake', credentials, patienceMs: 60_000, clock: Date.now };
  return { bucket, asked };
}

test.each<[what: string, request: Request, first: [number, string], conditions: unknown[]]>([
  [
    'does not support conditions stores it without',
    { method: 'PUT', ifMissing: true },
    [501, ''],
    ['*', undefined],
  ],
  [
    'fails after a status of success is asked again',
    { method: 'POST' },
    [200, '<Error><Code>InternalError</Code></Error>'],
    [undefined, undefined],
  ],
])('a storage that %s', async (_what, request, first, conditions) => {
  const { bucket, asked } = await bucketWith([first, [200, 'stored']]);
  expect(await ask(bucket, request)).toMatchObject({ status: 200, text: 'stored' });
  expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual(conditions);
});

test('a condition that the request did not have fails it', async () => {
  const { bucket } = await bucketWith([[412, '<Code>PreconditionFailed</Code>']]);
  await expect(ask(bucket, { method: 'PUT' })).rejects.toThrow('412, PreconditionFailed');
});

test('two uploads at a time over half a megabit a second have the time for their parts, before fetch gives up', async () => {
  const { bucket } = await bucketWith([]);
  const given = bucket.patienceMs + partBytes / slowestBytesPerMs;
  expect(given).toBeGreaterThan(partBytes / (500_000 / 8 / 1000 / 2));
  expect(given).toBeLessThan(300_000);
});

test.each([
  [17_000_001, undefined],
  [17_000_000, 'The object storage has lost the upload of key'],
])(
  'an upload that was completed by a try whose response was lost is known by its size: %s',
  async (length, error) => {
    const { bucket } = await bucketWith([
      [200, '<UploadId>1</UploadId>'],
      [200, ''],
      [200, ''],
      [404, '<Error><Code>NoSuchUpload</Code></Error>'],
      [200, '', length],
    ]);
    const parts = Readable.from([Buffer.alloc(17_000_000), Buffer.alloc(1)]);
    const uploaded = upload(bucket, 'key', parts, new AbortController().signal);
    expect(await uploaded.catch((reason: Error) => reason.message)).toEqual(
      error && expect.stringContaining(error),
    );
  },
);
