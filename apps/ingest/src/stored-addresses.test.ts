import { ingestUnderTest } from './ingest-under-test.ts';

const secret = 'email=me@x.example&token=secret';
const page = `https://www.shop.example/cart?${secret}&utm_source=letter&gclid=7#${secret}`;
const own = `https://shop.example/reset?${secret}#part`;
const foreign = `https://user:password@partner.example/list?${secret}#part`;

async function messagesOf(env: Record<string, string>): Promise<{ referrers: unknown[]; bytes: string }> {
  const ingest = await ingestUnderTest(env);
  await ingest.ping({ url: page, referrer: own });
  await ingest.ping([{ url: page, referrer: foreign }]);
  const pixel = new URLSearchParams({ url: page, referrer: own });
  await ingest.send('GET', `/api/ping.gif?${pixel}`);
  await ingest.send('GET', `/api/ping.gif?${new URLSearchParams({ referrer: foreign })}`, { Referer: page });
  await ingest.close();
  const rows = ingest.rows();
  expect(rows.map(({ page_path, hostname, utm_source }) => [hostname, page_path, utm_source])).toEqual(
    Array(4).fill(['www.shop.example', '/cart', 'letter']),
  );
  return {
    referrers: rows.map(({ referrer }) => referrer),
    bytes: ingest.messages.map(({ value }) => value.toString()).join('\n'),
  };
}

test('of a query string only campaign tags reach the log', async () => {
  const ownKept = 'https://shop.example/reset';
  const foreignKept = 'https://partner.example/list';
  const { referrers, bytes } = await messagesOf({});
  expect(referrers).toEqual([ownKept, foreignKept, ownKept, foreignKept]);
  expect(bytes).not.toMatch(/secret|password|#part|email/);
});

test('REFERRER_QUERY=keep keeps the query string of another site, not that of the own site', async () => {
  const ownKept = 'https://shop.example/reset';
  const foreignKept = `https://partner.example/list?${secret}`;
  const { referrers } = await messagesOf({ REFERRER_QUERY: 'keep' });
  expect(referrers).toEqual([ownKept, foreignKept, ownKept, foreignKept]);
});
