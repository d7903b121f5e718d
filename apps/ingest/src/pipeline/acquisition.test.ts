import { findSource } from './acquisition.ts';
import { validate } from './validate.ts';

function sourceOf(entry: object) {
  const sender = { address: '192.0.2.1', userAgent: 'x', acceptLanguage: '', keyed: false, receivedAt: 0 };
  const arrived = validate({ entry, sender });
  if (arrived.kind !== 'ok') throw new Error(arrived.kind);
  return findSource()(arrived.value);
}

test('the source and medium of the visit are added', () => {
  expect(sourceOf({ page_path: '/', referrer: 'https://www.google.com/' })).toMatchObject({
    kind: 'ok',
    value: { source: 'Google', medium: 'organic' },
  });
});

test('a ping from a spam referrer is dropped', () => {
  expect(sourceOf({ page_path: '/', referrer: 'https://semalt.com/' })).toEqual({
    kind: 'drop',
    reason: 'spam_referrer',
  });
});
