import { ingestOfFile } from '../ingest-under-test.ts';

const ingest = ingestOfFile();

const all = { lcp_ms: 2500, inp_ms: 0, fcp_ms: 600_000, ttfb_ms: 12, cls: 0.1234 };

test.each([
  [{ vitals: all }, all],
  [{ vitals: { cls: 0 }, type: 'engage' }, { cls: 0 }],
  [{ vitals: { cls: 100, lcp_ms: null } }, { cls: 100 }],
  [{ vitals: {} }, {}],
  [{ vitals: null }, {}],
  [{}, {}],
])('%j is stored', async (fields, stored) => {
  expect(await ingest.ping({ page_path: '/', ...fields })).toMatchObject({ status: 202 });
  expect(ingest.rows().at(-1)?.['vitals']).toEqual(stored);
});

const names = 'lcp_ms, inp_ms, fcp_ms, ttfb_ms, cls';
const whole = 'must be a whole number from 0 to 600000';

test.each([
  [{ vitals: { lcp_ms: -1 } }, 'vitals.lcp_ms', `has a lcp_ms that ${whole}`],
  [{ vitals: { inp_ms: 36_000_000 } }, 'vitals.inp_ms', `has a inp_ms that ${whole}`],
  [{ vitals: { fcp_ms: 12.5 } }, 'vitals.fcp_ms', `has a fcp_ms that ${whole}`],
  [{ vitals: { cls: 0, ttfb_ms: '80' } }, 'vitals.ttfb_ms', `has a ttfb_ms that ${whole}`],
  [{ vitals: { lcp_ms: true } }, 'vitals.lcp_ms', `has a lcp_ms that ${whole}`],
  [{ vitals: { cls: 101 } }, 'vitals.cls', 'has a cls that must be a number from 0 to 100'],
  [{ vitals: { cls: -0.1 } }, 'vitals.cls', 'has a cls that must be a number from 0 to 100'],
  [{ vitals: { fid_ms: 3 } }, 'vitals.fid_ms', `has an unknown member; it takes ${names}`],
  [{ vitals: { ['x'.repeat(41)]: 3 } }, 'vitals', `has an unknown member; it takes ${names}`],
  [{ vitals: [1] }, 'vitals', `must be an object with any of ${names}`],
  [{ vitals: 'fast' }, 'vitals', `must be an object with any of ${names}`],
  [
    { vitals: all, type: 'event', event: 'x' },
    'vitals',
    'belongs to a pageview: send it with type view or engage',
  ],
])('%j is refused: %s', async (fields, parameter, message) => {
  const answer = await ingest.ping({ page_path: '/', ...fields });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ error: { parameter, message: `vitals ${message}.` } });
});
