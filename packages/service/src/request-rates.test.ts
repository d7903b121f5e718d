import type { Caller } from './caller.ts';
import { limitRequests } from './request-rates.ts';

let now = 0;
const count = limitRequests(() => now);

/** How long a caller must wait at a time, seconds; 0 when the request is served. */
function waitAt(at: number, name: string, requestsPerMinute: number | undefined): number {
  now = at;
  const caller: Caller = { name, rights: new Set(), sites: 'all', requestsPerMinute };
  try {
    count(caller);
    return 0;
  } catch (error) {
    return Number(Object(error).headers['Retry-After']);
  }
}

test('a caller has the requests of a minute at once, and then as they refill', () => {
  expect([0, 0, 0].map((at) => waitAt(at, 'a', 2))).toEqual([0, 0, 30]);
  expect([waitAt(29_999, 'a', 2), waitAt(30_000, 'a', 2), waitAt(30_000, 'a', 2)]).toEqual([1, 0, 30]);
});

test('a changed limit holds at once', () => {
  expect([waitAt(0, 'e', 1), waitAt(0, 'e', 1), waitAt(0, 'e', 3), waitAt(0, 'e', 1)]).toEqual([0, 60, 0, 0]);
});
