import { readOrigin } from './origin.ts';

const read = (text: string) => readOrigin(Buffer.from(text));

test('a message says which ping it was, of which site, and when it was received', () => {
  const pingId = '01a1fdfa-4600-79cd-8000-06b960320053';
  const origin = { pingId, siteId: 'blog', receivedAt: 1_795_262_400_123 };
  expect(read(`[2,"${pingId}","blog","click","1795262400.000","1795262400.123"]`)).toEqual(origin);
});

test('what cannot be read is left out', () => {
  expect(read('[2,"id","blog"]')).toEqual({ siteId: 'blog' });
  const receivedAt = 1_795_262_400_123;
  expect(read('[2,"id","a site","view","0.000","1795262400.123"]')).toEqual({ receivedAt });
  expect(read('[2,"id",7,"view","0.000","yesterday"]')).toEqual({});
  for (const text of ['', 'nonsense', '{"site_id":"blog"}', '[2,"id","blog","view"', '[[[', '"blog"']) {
    expect(read(text)).toEqual({});
  }
  expect(readOrigin(Buffer.from([0xff, 0x00]))).toEqual({});
});
