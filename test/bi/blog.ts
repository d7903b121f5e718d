/** Three weeks of made-up pings of the site `blog`, always the same. */
import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { hash, namedId } from '../oracle/traffic/id.ts';
import { day, hour, minute } from '../oracle/traffic/moment.ts';

const start = Date.parse('2026-10-26T00:00:00Z');
const days = 23;

const pages = ['/', '/pricing', '/checkout', '/docs', '/blog/a'] as const;
const devices = ['desktop', 'mobile', 'tablet'] as const;
const countries = ['IN', 'US', 'DE'] as const;
type Origin = Pick<PingRow, 'source' | 'medium'> & Partial<Pick<PingRow, 'utm_campaign'>>;

const origins: readonly [Origin, ...Origin[]] = [
  { source: 'Google', medium: 'organic' },
  { source: 'Direct', medium: 'none' },
  { source: 'Newsletter', medium: 'email', utm_campaign: 'autumn' },
  { source: 'Newsletter', medium: 'email', utm_campaign: 'launch' },
];

/** A number from 0 to less than `below`, always the same for a name. */
const draw = (name: string, below: number) => Number.parseInt(hash(name).slice(0, 8), 16) % below;
const one = <T>(name: string, of: readonly [T, ...T[]]): T => of[draw(name, of.length)] ?? of[0];

/** @param sessions a day */
export function blogPings(sessions = 12): PingRow[] {
  const sessionsOf = Array.from({ length: days * sessions }, (_, index) =>
    sessionOf(index, start + Math.floor(index / sessions) * day),
  );
  return [...sessionsOf.flat(), ofServer(start + 10 * day)];
}

/** An event that a server sends, of nobody. */
const ofServer = (at: number): PingRow => ({
  ...emptyRow,
  site_id: 'blog',
  type: 'view',
  ping_id: namedId(at, 'a server'),
  pinged_at: at,
  received_at: at,
  event: 'Signup',
  props: { plan: 'pro' },
});

function sessionOf(index: number, date: number): PingRow[] {
  const name = `session ${index}`;
  // Some sessions begin minutes before midnight.
  const begun = date + (index % 9 === 0 ? day - 7 * minute : draw(`${name} at`, 23 * hour));
  const visitor = draw(`${name} visitor`, 90);
  const session: PingRow = {
    ...emptyRow,
    site_id: 'blog',
    hostname: 'blog.example',
    browser: 'Firefox',
    os: 'Linux',
    visitor_id: namedId(start, `visitor ${visitor}`),
    session_id: namedId(begun, name),
    country: one(`visitor ${visitor} country`, countries),
    device_type: one(`visitor ${visitor} device`, devices),
    ...one(`${name} origin`, origins),
  };
  const views = Array.from({ length: 1 + draw(`${name} views`, 5) }, (_, place) =>
    viewOf(session, `${name} view ${place}`, begun + place * 4 * minute),
  );
  return [...views.flat(), ...eventsOf(session, name, begun + 2 * minute), ...botOf(session, name, begun)];
}

function viewOf(session: PingRow, name: string, at: number): PingRow[] {
  const view = {
    ...session,
    page_path: one(`${name} page`, pages),
    pageview_id: namedId(at, name),
    page_title: `Title ${draw(`${name} title`, 3)}`,
    word_count: 400,
  };
  const ping = (moment: string, pinged_at: number, parts: Partial<PingRow>) => {
    const ping_id = namedId(pinged_at, `${name} ${moment}`);
    return { ...view, ...parts, ping_id, pinged_at, received_at: pinged_at };
  };
  const focus_time_ms = draw(`${name} focus`, 200_000);
  const scroll_depth = draw(`${name} depth`, 101);
  return [
    ping('enters', at, { type: 'view' }),
    ping('leaves', at + 3 * minute, { type: 'engage', focus_time_ms, scroll_depth }),
  ];
}

function eventsOf(session: PingRow, name: string, at: number): PingRow[] {
  const plan = one(`${name} plan`, ['free', 'pro']);
  const [amount, currency] = [`${draw(`${name} amount`, 900)}.5`, one(`${name} currency`, ['EUR', 'USD'])];
  const kinds: Partial<PingRow>[] = [
    { ping_id: namedId(at, `${name} signs up`), event: 'Signup', props: { plan } },
    {
      ping_id: namedId(at, `${name} buys`),
      event: 'Purchase',
      event_id: `order ${name}`,
      amount,
      currency,
    },
  ];
  const parts = kinds[draw(`${name} event`, 6)];
  return parts === undefined ? [] : [{ ...session, type: 'view', pinged_at: at, received_at: at, ...parts }];
}

function botOf({ site_id }: PingRow, name: string, at: number): PingRow[] {
  if (draw(`${name} bot`, 8) > 0) return [];
  const bot = { site_id, drop_reason: 'bot', type: 'view', pinged_at: at, received_at: at } as const;
  return [{ ...emptyRow, ...bot, ping_id: namedId(at, `${name} bot`) }];
}
