import { reasonOf } from './reason.ts';

const refused = new Error('connect ECONNREFUSED ::1:3000');

const both = new AggregateError([refused, new Error('and 127.0.0.1')]);
test.each<[unknown, string]>([
  [new Error('fetch failed', { cause: refused }), refused.message],
  // A host with several addresses, such as localhost, whose error has no message.
  [new Error('fetch failed', { cause: both }), refused.message],
  [new AggregateError([]), ''],
  ['a text', 'a text'],
])('%p', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
