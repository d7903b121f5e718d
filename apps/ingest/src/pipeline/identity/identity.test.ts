import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { arrived, noon } from '../arrival-under-test.ts';
import { type Ids, identify } from './identity.ts';
import { isUuid7, timeOf, uuid7 } from './uuid7.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An ingest process: gives the ids of a ping that comes in at a time. */
function newProcess(secret = 'secret') {
  const step = identify(secret, randomBytes);
  return (entry: object, at = noon, ip = '192.0.2.1', userAgent = 'Firefox'): Ids => {
    const outcome = step({ ...arrived({ page_path: '/', ...entry }, { receivedAt: at }), ip, userAgent });
    if (outcome.kind !== 'ok') throw new Error(outcome.kind);
    return outcome.value.ids;
  };
}

const made = (at: number) => uuid7(at, randomBytes(10));

test('ids of the tracker are kept, in lower case', () => {
  const [visitor_id, session_id] = [made(noon - 300 * day), made(noon - hour)];
  const ids = { visitor_id, session_id, pageview_id: made(noon + minute) };
  expect(newProcess()(ids)).toEqual(ids);
  expect(newProcess()({ ...ids, session_id: ids.session_id.toUpperCase() })).toEqual(ids);
});

test.each([
  ['session_id', made(noon - day - 1)],
  ['session_id', made(noon + 2 * day)],
  ['pageview_id', made(noon - day - 1)],
  ['pageview_id', 'a4b1f0e2-3c4d-4e5f-8a6b-7c8d9e0f1a2b'],
  ['session_id', 'customer 42'],
] as const)('a %s of %s is replaced for the day', (name, sent) => {
  const id = newProcess()({ [name]: sent })[name];
  expect(timeOf(id)).toBe(Date.UTC(2026, 10, 21));
  expect(newProcess()({ [name]: sent }, noon + 11 * hour)[name]).toBe(id);
  expect(newProcess()({ [name]: sent, site_id: 'shop' })[name]).not.toBe(id);
  expect(newProcess()({ [name]: 'another' })[name]).not.toBe(id);
});

test.each([made(noon - 1900 * day), made(noon + 40 * day), 'customer 42'])(
  'a visitor_id of %s is replaced for the month',
  (sent) => {
    const { visitor_id } = newProcess()({ visitor_id: sent });
    expect(timeOf(visitor_id)).toBe(Date.UTC(2026, 10, 1));
    expect(newProcess()({ visitor_id: sent }, Date.UTC(2026, 10, 30)).visitor_id).toBe(visitor_id);
    expect(newProcess()({ visitor_id: sent, site_id: 'shop' }).visitor_id).not.toBe(visitor_id);
  },
);

test('without a visitor_id, address and user agent stand for the visitor until the month ends', () => {
  const { visitor_id } = newProcess()({});
  expect(timeOf(visitor_id)).toBe(Date.UTC(2026, 10, 1));
  expect(newProcess()({}, noon + 3 * day).visitor_id).toBe(visitor_id);
  const elsewhere = [newProcess()({}, noon, '192.0.2.2'), newProcess()({}, noon, '192.0.2.1', 'Chrome')];
  const later = newProcess()({}, noon + 10 * day);
  const others = [...elsewhere, later, newProcess()({ site_id: 'shop' }), newProcess('another secret')({})];
  expect(new Set(others.map((ids) => ids.visitor_id)).add(visitor_id).size).toBe(6);
});

test('a view without an id is a pageview of its own', () => {
  const ids = newProcess();
  const [one, two] = [ids({}), ids({})];
  expect(one.session_id).toBe(two.session_id);
  expect(one.pageview_id).not.toBe(two.pageview_id);
  expect(timeOf(one.pageview_id)).toBe(noon);
});

test('an engage without an id belongs to the last view of its path', () => {
  const ids = newProcess();
  ids({ page_path: '/a' });
  const view = ids({ page_path: '/a' });
  ids({ page_path: '/b' });
  expect(ids({ page_path: '/a', type: 'engage' }, noon + minute)).toEqual(view);
});

test('an engage of a page that nobody saw opened has the same id all day', () => {
  const engage = { page_path: '/a', type: 'engage', session_id: made(noon - minute) };
  expect(newProcess()(engage)).toEqual(newProcess()(engage, noon + hour));
});

test('an engage finds its view by the session that both sent, and by its pageview after long reading', () => {
  const ids = newProcess();
  const session_id = made(noon);
  const [view, another] = [ids({ session_id }), ids({})];
  expect(ids({ session_id, type: 'engage' }, noon + minute)).toEqual(view);
  expect(ids({ type: 'engage', pageview_id: another.pageview_id }, noon + 5 * hour)).toEqual(another);
});

test('whatever is sent, whenever: three UUIDv7 within bounds, derived alike in every process', () => {
  const id = fc.oneof(
    fc.constant(null),
    fc.string({ maxLength: 64, unit: 'binary' }),
    fc.uuid(),
    fc.uuid({ version: 7 }),
    fc.integer({ min: -3 * day, max: 3 * day }).map((ago) => made(noon - ago)),
  );
  const type = fc.constantFrom('view', 'engage');
  const page_path = fc.constantFrom('/', '/a');
  const entry = fc.record({ visitor_id: id, session_id: id, pageview_id: id, type, page_path });
  const laterBy = fc.integer({ min: 0, max: 3 * day });
  const pings = fc.array(fc.tuple(entry, laterBy), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(pings, (sent) => {
      const [one, other] = [newProcess(), newProcess()];
      for (const [ping, later] of sent) {
        const at = noon + later;
        const ids = one(ping, at);
        for (const [name, value] of Object.entries(ids)) {
          expect(isUuid7(value)).toBe(true);
          const oldest = name === 'visitor_id' ? 5 * 366 * day : day;
          expect(timeOf(value)).toBeGreaterThanOrEqual(at - oldest);
          expect(timeOf(value)).toBeLessThanOrEqual(at + 10 * minute);
        }
        const { visitor_id, session_id } = ids;
        expect(other(ping, at)).toMatchObject({ visitor_id, session_id });
      }
    }),
  );
});
