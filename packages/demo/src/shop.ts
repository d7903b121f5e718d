import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { idAt, picker, type Random } from './random.ts';

/** What the site sells: a membership, monthly or for a year. Europeans pay in euros. */
const plans = [
  { plan: 'monthly', weight: 5, price: { EUR: '7.90', USD: '8.50' } },
  { plan: 'yearly', weight: 3, price: { EUR: '69.00', USD: '75.00' } },
  { plan: 'gift', weight: 1, price: { EUR: '39.50', USD: '42.95' } },
];
const planOf = picker(plans);
const placements = picker([
  { placement: 'footer', weight: 5 },
  { placement: 'article', weight: 3 },
  { placement: 'popup', weight: 2 },
]);
const dollarCountries: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'NZ', 'SG', 'BR', 'IN', 'JP']);

/** The share of visits that go on to the prices, of these that sign up, of these that buy; and of buyers that want it back. */
const looks = 0.07;
const signsUp = 0.42;
const buys = 0.55;
const returns = 0.04;
/** The share of visits that subscribe to the newsletter. */
const subscribes = 0.015;

const minute = 60_000;
const hour = 60 * minute;

/**
 * What else happens in a visit: some subscribe to the newsletter, some look at the prices, sign up and buy, and a few get their
 * money back within a day.
 * @param pings of the visit so far, in order
 */
export function pingsOfShop(pings: readonly PingRow[], random: Random): PingRow[] {
  const last = pings.at(-1);
  if (last === undefined) return [];
  const more: PingRow[] = [];
  let time = last.pinged_at;
  const wait = (shortest: number, longest: number) => {
    time += Math.floor(shortest + (longest - shortest) * random());
  };
  const common = {
    ...last,
    source: 'Direct',
    medium: 'none',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
  };
  const ping = (row: Partial<PingRow>) => {
    more.push({ ...common, ...row, ping_id: idAt(time, random), pinged_at: time, received_at: time });
  };
  const view = (page_path: string, page_title: string) => {
    const pageview_id = idAt(time, random);
    const page = { page_path, page_title, pageview_id, word_count: 240, referrer: '' };
    ping({ ...page, type: 'view', focus_time_ms: 0, scroll_depth: 0 });
    const enteredAt = time;
    wait(5000, 40_000);
    ping({
      ...page,
      type: 'engage',
      focus_time_ms: time - enteredAt,
      scroll_depth: 60 + Math.floor(40 * random()),
    });
  };
  const event = (name: string, page_path: string, parts: Partial<PingRow> = {}) => {
    const { session_id, visitor_id } = last;
    ping({ ...emptyRow, site_id: last.site_id, session_id, visitor_id, event: name, page_path, ...parts });
  };

  if (random() < subscribes) {
    wait(500, 4000);
    event('Newsletter', last.page_path, { props: { placement: placements(random).placement } });
  }
  if (random() > looks) return more;
  wait(200, 2000);
  view('/pricing', 'Join the kitchen');
  if (random() > signsUp) return more;
  const { plan, price } = planOf(random);
  event('Signup', '/pricing', { props: { plan } });
  wait(500, 3000);
  view('/checkout', 'Almost yours');
  if (random() > buys) return more;
  const currency = dollarCountries.has(last.country) ? 'USD' : 'EUR';
  const order = { event_id: `order-${idAt(time, random)}`, props: { plan }, currency };
  event('Purchase', '/checkout', { ...order, amount: price[currency] });
  if (random() < returns) {
    wait(hour, 20 * hour);
    event('Refund', '', { ...order, event_id: `${order.event_id}-refund`, amount: `-${price[currency]}` });
  }
  return more;
}
