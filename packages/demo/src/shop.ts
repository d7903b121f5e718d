import { emptyRow, type PingRow } from '@tallyhouse/ping';
import type { Offer } from './offers.ts';
import { idAt, picker, type Random } from './random.ts';
import { direct } from './visit.ts';

const placements = picker([
  { placement: 'footer', weight: 5 },
  { placement: 'article', weight: 3 },
  { placement: 'popup', weight: 2 },
]);
const dollarCountries: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'NZ', 'SG', 'BR', 'IN', 'JP']);

/** The share of visits that subscribe to the newsletter. */
const subscribes = 0.015;

const minute = 60_000;
const hour = 60 * minute;

/**
 * The events of a visit: some subscribe to the newsletter, some look at the offer and buy it, and a few get their money back within a day.
 * @param pings of the visit so far, in order
 */
export function pingsOfShop(pings: readonly PingRow[], offer: Offer, random: Random): PingRow[] {
  const last = pings.at(-1);
  if (last === undefined) return [];
  const more: PingRow[] = [];
  let time = last.pinged_at;
  const wait = (shortest: number, longest: number) => {
    time += Math.floor(shortest + (longest - shortest) * random());
  };
  const common = { ...last, ...direct, vitals: {} };
  const ping = (row: Partial<PingRow>) => {
    more.push({ ...common, ...row, ping_id: idAt(time, random), pinged_at: time, received_at: time });
  };
  const view = ({ path, title }: Offer['first']) => {
    const pageview_id = idAt(time, random);
    const page = { page_path: path, page_title: title, pageview_id, word_count: 240, referrer: '' };
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
  const { first, second } = offer;
  if (random() > offer.looks) return more;
  wait(200, 2000);
  view(first);
  if (random() > offer.goesOn) return more;
  const { name, price } = offer.item(random);
  const props = { [offer.property]: name };
  event(offer.event, first.path, { props });
  wait(500, 3000);
  view(second);
  if (random() > offer.buys) return more;
  const currency = dollarCountries.has(last.country) ? 'USD' : 'EUR';
  const order = { event_id: `order-${idAt(time, random)}`, props, currency };
  event('Purchase', second.path, { ...order, amount: price[currency] });
  if (random() < offer.returns) {
    wait(hour, 20 * hour);
    event('Refund', '', { ...order, event_id: `${order.event_id}-refund`, amount: `-${price[currency]}` });
  }
  return more;
}
