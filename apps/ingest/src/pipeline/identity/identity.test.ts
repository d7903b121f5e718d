import { randomBytes } from 'node:crypto';
import { timeInId, uuid7 } from '@tallyhouse/ping';
import fc from 'fast-check';
import { arrived, noon } from '../arrival-under-test.ts';
import { type Ids, identify } from './identity.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An ingest process: gives the ids of a ping that comes in at a time. */
function newProcess(secret = 'secret', visitorIdDays = 0) {
  const step = identify(secret, randomBytes, {}, visitorIdDays);
  return (entry: object, at = noon, ip = '192.0.2.1', userAgent = 'Firefox'): Ids => {
    const outcome = step({ ...arrived({ page_path: '/', ...entry }, { receivedAt: at }), ip, userAgent });
    if (outcome.kind !== 'ok') throw new Error(outcome.kind);
    return outcome.value.ids;
  };
}

const made = (at: number) => uuid7(at, randomBytes(10));

test('ids of the tracker are kept, in lower case, those of visitors and pageviews whatever their time', () => {
  const [visitor_id, session_id] = [made(noon - 3000 * day), made(noon - hour)];
  const ids = { visitor_id, session_id, pageview_id: made(noon + 400 * day) };
  expect(newProcess()(ids)).toEqual(ids);
  expect(newProcess()({ ...ids, session_id: ids.session_id.toUpperCase() })).toEqual(ids);
});

test.each([
  ['visitor_id', 'customer 42'],
  ['visitor_id', made(Date.UTC(2150, 0))],
  ['pageview_id', 'a4b1f0e2-3c4d-4e5f-8a6b-7c8d9e0f1a2b'],
  ['session_id', made(noon - day - 1)],
  ['session_id', made(noon + 2 * day)],
  ['session_id', 'customer 42'],
] as const)('a %s of %s is replaced by one that follows from it and the site', (name, sent) => {
  const id = newProcess()({ [name]: sent })[name];
  expect(newProcess()({ [name]: sent }, noon + minute)[name]).toBe(id);
  expect(newProcess()({ [name]: sent, site_id: 'shop' })[name]).not.toBe(id);
  expect(newProcess()({ [name]: 'another' })[name]).not.toBe(id);
});

test('a session that a clock was ahead of is another one for a ping hours before it', () => {
  const [ids, session_id] = [newProcess(), made(noon + hour)];
  expect(ids({ session_id }).session_id).toBe(session_id);
  expect(ids({ session_id }, noon - 2 * hour).session_id).not.toBe(session_id);
});

test.each([
  ['of another form', 'cart 0'],
  ['of a clock that is slow', made(noon - 40 * day)],
  ['of a clock that is fast', made(noon + 5 * hour)],
])('an event of any later time has the session of a view with an id %s', (_, session_id) => {
  const ids = newProcess();
  const view = ids({ session_id, pageview_id: session_id });
  for (const later of [4 * hour, 12 * hour, day, 40 * day]) {
    const event = ids({ session_id, type: 'event', event: 'Purchase' }, noon + later);
    expect(event.session_id).toBe(view.session_id);
  }
  expect(ids({ session_id, type: 'engage' }, noon + 2 * day).session_id).not.toBe(view.session_id);
});

test('without a visitor_id, address and user agent stand for the visitor until the month ends', () => {
  const { visitor_id } = newProcess()({});
  expect(timeInId(visitor_id)).toBe(Date.UTC(2026, 10, 1));
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
  expect(timeInId(one.pageview_id)).toBe(noon);
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

test('a visit without ids goes on over the end of the month', () => {
  const ids = newProcess();
  const end = Date.UTC(2026, 11, 1);
  const before = ids({ page_path: '/a' }, end - minute);
  expect(ids({ page_path: '/a', type: 'engage' }, end + minute)).toEqual(before);
  expect(ids({ page_path: '/b' }, end + hour).visitor_id).not.toBe(before.visitor_id);
});

/** How far the clocks of visitors are ahead. */
const leads = fc.oneof(
  fc.integer({ min: -90, max: 90 }).map((minutes) => minutes * minute),
  fc.integer({ min: -50 * hour, max: 50 * hour }),
  fc.integer({ min: -4000, max: 9000 }).map((days) => days * day),
  fc.integer({ min: -4000 * day, max: 9000 * day }),
);
/** The ids of a visit as a clock makes them, or others. */
const forms: ((kind: string, at: number) => string)[] = [(_, at) => made(at), (kind) => `${kind} 42`];

test('one visit stays one visit, whatever the clock, whichever ping comes first, and over the end of the month', () => {
  const types = fc.constantFrom('view', 'engage', 'event');
  const after = fc.integer({ min: 0, max: hour / 2 });
  const visit = fc.record({
    lead: leads,
    form: fc.constantFrom(...forms),
    start: fc.integer({ min: -hour, max: hour }).map((around) => Date.UTC(2026, 11, 1) + around),
    later: fc.array(fc.tuple(types, after), { minLength: 1, maxLength: 6 }),
  });
  fc.assert(
    fc.property(visit, fc.infiniteStream(fc.nat()), ({ lead, form, start, later }, order) => {
      const [visitor_id, session_id, pageview_id] = ['v', 's', 'p'].map((kind) => form(kind, start + lead));
      const sent = { visitor_id, session_id, pageview_id, page_path: '/' };
      const pings = [['view', 0] as const, ...later].map(([type, at]) => ({ type, at: start + at }));
      const shuffled = pings.toSorted(() => (order.next().value % 2) - 0.5);
      // The view shows that a clock is slow: an event may name a session of any age, and a page may have been open for a day.
      const inOrder = lead <= -23 * hour ? [...pings.slice(0, 1), ...shuffled] : shuffled;
      const ids = newProcess();
      const seen = inOrder.map(({ type, at }) => {
        const name = type === 'event' ? { event: 'Seen' } : {};
        return { at, type, ids: ids({ ...sent, ...name, type }, at) };
      });
      expect(new Set(seen.map((one) => one.ids.visitor_id)).size).toBe(1);
      expect(new Set(seen.map((one) => one.ids.session_id)).size).toBe(1);
      const pages = seen.filter(({ type }) => type !== 'event').map((one) => one.ids.pageview_id);
      expect(new Set(pages).size).toBeLessThanOrEqual(1);
      for (const one of seen) {
        expect(timeInId(one.ids.session_id)).toBeGreaterThanOrEqual(one.at - day);
        expect(timeInId(one.ids.session_id)).toBeLessThanOrEqual(one.at + 2 * hour);
      }
    }),
  );
});

const errors = [-1, 5, 9.5, 12, 24, 25, 36, 24 * 40, 24 * 365, 24 * 3000].flatMap((hours) => [hours, -hours]);
const hoursAhead = [10 / 60, 12 / 60, 0.5, 40 / 60, 1, 2.001, 5.6, 14.01, ...errors];
test.each(hoursAhead)('processes agree on a visit whose clock is %d hours ahead', (hours) => {
  const start = Date.UTC(2026, 10, 30, 23, 55);
  const ids = ['visitor_id', 'session_id', 'pageview_id'].map((name) => [name, made(start + hours * hour)]);
  const sent = Object.fromEntries(ids);
  // Where ids of visitors end, those of a clock that is ahead do not end within a visit.
  for (const days of hours > 0 ? [0, 1, 30] : [0]) {
    const view = newProcess('secret', days)(sent, start);
    const later = newProcess('secret', days)({ ...sent, type: 'engage' }, start + 10 * minute);
    expect(later).toEqual(view);
  }
});
