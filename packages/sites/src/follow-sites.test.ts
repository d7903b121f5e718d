import timers from 'node:timers/promises';
import { createLogger } from '@tallyhouse/service';
import { followSites } from './follow-sites.ts';
import { noSites } from './sites-file.ts';

afterEach(() => jest.restoreAllMocks());

test('work that fails is logged once until it works, and retried after ever longer pauses, a minute at most', async () => {
  const logger = createLogger('test', 'silent');
  const warn = jest.spyOn(logger, 'warn');
  const pauses: unknown[] = [];
  jest.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
    pauses.push(ms);
    return new Promise(setImmediate);
  });

  const changed = { ...noSites };
  const looks = [
    ...Array(7).fill([changed, 'fails']),
    [changed, 'works'],
    [noSites, 'fails'],
    // It was taken back: nothing is left to do.
    [changed],
    [noSites, 'fails'],
  ] as const;
  let look = -1;
  const following = followSites({
    sites: () => looks[++look]?.[0] ?? noSites,
    from: noSites,
    work: async () => {
      if (looks[look]?.[1] === 'fails') throw new Error('this user may not write');
    },
    name: 'the work',
    logger,
  });
  while (pauses.length < looks.length) await new Promise(setImmediate);
  await following.close();
  const seconds = [2, 4, 8, 16, 32, 60, 60, 1, 2, 1, 2];
  expect(pauses.slice(0, looks.length)).toEqual(seconds.map((each) => each * 1000));
  expect(warn.mock.calls.map(([, text]) => text)).toEqual(Array(3).fill('the work failed; retrying'));
});
