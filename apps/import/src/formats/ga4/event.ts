import { currencyCode } from '@tallyhouse/ping';
import { fittingProps } from '../props.ts';
import lists from './lists.json' with { type: 'json' };
import { type Fields, isCampaign, type Params, recordIn, textIn } from './row.ts';

/** Parameters that are fields of a ping, or that GA4 adds itself. */
const noProps: ReadonlySet<string> = new Set(lists.ownParameters);
const ofCampaign: ReadonlySet<string> = new Set(lists.campaignParameters);

/** The fields of an event, and reasons for parts that are left out. */
export function eventIn(row: Fields, name: string, params: Params) {
  const revenue = revenueIn(row, name, params);
  const isMoney = (key: string) => typeof revenue === 'object' && (key === 'value' || key === 'currency');
  const isOwn = (key: string) => noProps.has(key) || (isCampaign(params) && ofCampaign.has(key));
  const entries = Object.entries(params).filter(([key]) => !isOwn(key) && !isMoney(key));
  const { props, lost } = fittingProps(entries);
  return typeof revenue === 'string'
    ? { event: { type: 'event', event: name, props }, lost: [...lost, revenue] }
    : { event: { type: 'event', event: name, props, revenue }, lost };
}

/** The revenue of a purchase or refund; a text is the reason why it is unknown. `value` of any other event is a property. */
function revenueIn(row: Fields, name: string, params: Params) {
  if (name !== 'purchase' && name !== 'refund') return undefined;
  const column = name === 'purchase' ? 'purchase_revenue' : 'refund_value';
  const ecommerce = recordIn(row, 'ecommerce');
  const given = textIn(ecommerce, column) || (params['value'] ?? '');
  const isNamed =
    given !== '' && Number.isFinite(Number(given)) && currencyCode(params['currency']) !== undefined;
  const inDollars = textIn(ecommerce, `${column}_in_usd`) || textIn(row, 'event_value_in_usd');
  if (Number(given || inDollars) === 0) return undefined;
  const sent = Number(isNamed ? given : inDollars);
  const amount = name === 'refund' ? -Math.abs(sent) : sent;
  if (!Number.isFinite(amount) || amount === 0) return 'revenue without a currency';
  return { amount: amount.toFixed(4), currency: isNamed ? params['currency'] : 'USD' };
}
