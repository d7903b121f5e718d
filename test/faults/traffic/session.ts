import { emptyRow } from '@tallyhouse/ping';
import { crawler } from '../../import/access-log.ts';
import { namedId } from '../../oracle/traffic/id.ts';
import type { Expected } from './ledger.ts';
import { addresses, devices, origin, origins, pages } from './people.ts';
import { createRandom, type Random } from './random.ts';

const minute = 60_000;
const { ping_id: _, received_at: __, ...silent } = emptyRow;

/** One ping, as it is sent and as it must be stored. */
export interface Ping {
  body: Record<string, unknown>;
  expected: Expected;
  bot: boolean;
}

/** What one request holds, all of one sender. */
export interface Request {
  pings: Ping[];
  userAgent: string;
  /** Sent with the key, as imports and servers do: pings then state their own time, address and user agent. */
  keyed: boolean;
}

/** Sites get this number of sessions; then the next pair follows. */
const sessionsOfSites = 1500;

/**
 * The requests of the session of a number, the same for the same seed but for the present in them: one to five pageviews, each with its
 * view and pings on how far it was read, some with an event, singly from a browser or in batches from a server that has the key.
 * @param now milliseconds since 1970 on the clock of the visitor
 */
export function planSession(seed: number, number: number, now: number, browsersOnly: boolean): Request[] {
  const random = createRandom(`${seed} ${number}`);
  const era = Math.floor(number / sessionsOfSites);
  const site_id = `${random.chance(0.7) ? 'blog' : 'shop'}-${era}`;
  const keyed = random.chance(0.4) && !browsersOnly;
  const name = `${seed} ${number}`;
  // Some come again, to either site.
  const visitor = `visitor ${seed} ${era} ${random.chance(0.5) ? random.between(0, 9) : number + 10}`;
  // An import has pings of earlier times; a browser's clock may be minutes wrong.
  const begun = keyed ? now - random.between(25, 110) * minute : now + random.between(-2, 2) * minute;
  const session: Whose = {
    random,
    device: random.one(devices),
    keyed,
    address: keyed ? random.one(addresses) : '127.0.0.1',
    ids: {
      site_id,
      visitor_id: namedId(firstVisit(now), visitor),
      session_id: namedId(begun, `session ${name}`),
    },
  };
  const views = random.between(1, 5);
  const pings: Ping[] = [];
  let at = begun;
  for (let view = 0; view < views; view++) {
    pings.push(...pageview(session, `${name} ${view}`, view === 0, at));
    if (random.chance(0.3)) pings.push(event(session, `${name} ${view}`, at));
    // What a browser sends has the time at which it comes.
    at += keyed ? random.between(1, 4) * minute : 1;
  }
  if (keyed && random.chance(0.3))
    pings.splice(random.between(0, pings.length), 0, botPing(session, name, at));
  return requestsOf(pings, session);
}

/** Visitors of a day have ids of one time, whichever session is planned first. */
const firstVisit = (now: number) => Math.floor(now / 86_400_000) * 86_400_000 - 40 * 86_400_000;

interface Whose {
  random: Random;
  device: (typeof devices)[number];
  keyed: boolean;
  address: string;
  ids: { site_id: string; visitor_id: string; session_id: string };
}

function pageview(whose: Whose, name: string, first: boolean, enteredAt: number): Ping[] {
  const { random, ids } = whose;
  const page = random.one(pages);
  const { sent, says } = first ? random.one(origins) : within(ids.site_id);
  // Told again with every ping, as the tracker does.
  const told = {
    pageview_id: namedId(enteredAt, `pageview ${name}`),
    page_title: page.title,
    word_count: page.words,
  };
  const total = { focus_time_ms: 0, scroll_depth: 0 };
  const pings: Ping[] = [];
  for (let index = 0, last = random.between(0, 3); index <= last; index++) {
    if (index > 0) {
      total.focus_time_ms += random.between(100, 20_000);
      total.scroll_depth = Math.min(100, total.scroll_depth + random.between(0, 50));
    }
    const type = index === 0 ? ('view' as const) : ('engage' as const);
    const common = {
      ...ids,
      type,
      ...told,
      ...sent,
      ...total,
      utm_term: '',
      utm_content: `${name} ${index}`,
    };
    const url = `${addressOf(whose, page)}?from=${index}`;
    const at = enteredAt + index * random.between(1000, 15_000);
    pings.push({
      bot: false,
      body: { ...common, url, ...keyedFields(whose, at) },
      expected: { ...storedOn(page, whose, at), ...common, ...says },
    });
  }
  return pings;
}

/** An event with revenue, a refund among them. Some name an id, which makes the same event of what is sent again. */
function event(whose: Whose, name: string, at: number): Ping {
  const { random, ids } = whose;
  const page = random.one(pages);
  const revenue = {
    amount: `${random.between(-5000, 99_999) / 100}`,
    currency: random.one(['EUR', 'USD', 'JPY']),
  };
  const { sent, says } = within(ids.site_id);
  const common = {
    ...ids,
    event: random.one(['Signup', 'Purchase']),
    event_id: random.chance(0.5) ? `order ${name}` : '',
    props: { plan: random.one(['free', 'pro']), 'of.visit': name },
    ...sent,
    utm_term: '',
    utm_content: `${name} event`,
  };
  const { event_id, ...unnamed } = common;
  const named = { ...unnamed, ...(event_id && { event_id }), type: 'event', revenue };
  return {
    bot: false,
    body: { ...named, url: addressOf(whose, page), ...keyedFields(whose, at) },
    expected: { ...storedOn(page, whose, at), ...common, ...says, ...revenue, type: 'view' },
  };
}

const addressOf = ({ ids }: Whose, { path }: (typeof pages)[number]) =>
  `https://${ids.site_id}.example.org${encodeURI(path)}`;

/** A link on the site itself. */
const within = (site: string) => origin('Direct', 'none', `https://${site}.example.org/`);

/** What is stored of any ping on a page. */
const storedOn = (page: (typeof pages)[number], { ids, address, keyed, device }: Whose, at: number) => ({
  ...silent,
  ...device.says,
  hostname: `${ids.site_id}.example.org`,
  page_path: page.path,
  ip: address,
  pinged_at: keyed ? at : undefined,
});

/** What a sender with the key states, and a browser does not. */
const keyedFields = ({ keyed, address, device }: Whose, at: number) =>
  keyed && { timestamp: new Date(at).toISOString(), ip: address, user_agent: device.userAgent };

/** One that must be dropped. */
function botPing(whose: Whose, name: string, at: number): Ping {
  const [ping] = pageview(whose, `bot ${name}`, true, at);
  if (!ping) throw new Error('a pageview without a ping');
  return { ...ping, bot: true, body: { ...ping.body, user_agent: crawler } };
}

function requestsOf(pings: Ping[], { keyed, random, device }: Whose): Request[] {
  const requests: Request[] = [];
  for (let from = 0; from < pings.length; ) {
    const size = keyed ? random.between(1, 8) : 1;
    requests.push({ pings: pings.slice(from, from + size), userAgent: device.userAgent, keyed });
    from += size;
  }
  return requests;
}
