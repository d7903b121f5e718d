import { fittingProps } from '../props.ts';
import { type Fields, recordIn, textIn } from './row.ts';

/** Parameters that are fields of a ping, or that GA4 adds for itself. */
const noProps: ReadonlySet<string> = new Set([
  'page_location',
  'page_title',
  'page_referrer',
  'ga_session_id',
  'ga_session_number',
  'engagement_time_msec',
  'engaged_session_event',
  'session_engaged',
  'entrances',
  'ignore_referrer',
  'debug_mode',
  'batch_event_index',
  'batch_ordering_id',
  'batch_page_id',
  'source',
  'medium',
  'campaign',
  'campaign_id',
  'term',
  'content',
  'gclid',
  'dclid',
  'srsltid',
]);

/** The columns and the sign of what an event of e-commerce brought. Of any other event `value` and `currency` are properties. */
const sums: Readonly<Record<string, { column: string; sign: 1 | -1 }>> = {
  purchase: { column: 'purchase_revenue', sign: 1 },
  refund: { column: 'refund_value', sign: -1 },
};

/** The fields of an event, and reasons for which something of it is left out. */
export function eventIn(row: Fields, event: string, params: ReadonlyMap<string, string>) {
  const { revenue, wrong } = revenueIn(row, event, params);
  const entries = [...params].filter(
    ([key]) => !noProps.has(key) && !(revenue !== undefined && (key === 'value' || key === 'currency')),
  );
  const { props, lost } = fittingProps(entries);
  return { ping: { type: 'event', event, props, revenue }, lost: wrong === undefined ? lost : [...lost, wrong] };
}

function revenueIn(row: Fields, event: string, params: ReadonlyMap<string, string>) {
  const sum = Object.hasOwn(sums, event) ? sums[event] : undefined;
  if (sum === undefined) return {};
  const ecommerce = recordIn(row, 'ecommerce');
  const given = textIn(ecommerce, sum.column) || (params.get('value') ?? '');
  const currency = params.get('currency') ?? '';
  const isNamed = /^[A-Za-z]{3}$/.test(currency);
  const inDollars = textIn(ecommerce, `${sum.column}_in_usd`) || textIn(row, 'event_value_in_usd');
  const amount = Math.abs(Number(isNamed ? given : inDollars)) * sum.sign;
  if (Number(given || inDollars) === 0) return {};
  if (!Number.isFinite(amount) || amount === 0) return { wrong: 'revenue without a currency' };
  return { revenue: { amount: amount.toFixed(4), currency: isNamed ? currency : 'USD' } };
}
