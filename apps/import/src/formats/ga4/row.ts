import { isObject } from '@tallyhouse/service';
import lists from './lists.json' with { type: 'json' };

/** A row or a record within it. In JSON of BigQuery an int64 is a text, in Parquet a bigint; null values may be missing. */
export type Fields = Readonly<Record<string, unknown>>;
export type Params = Readonly<Record<string, string>>;

const none: Fields = {};

/** GA4's values for unknown or withheld. */
const unknown: ReadonlySet<string> = new Set(lists.unknown);

export function recordIn(from: Fields, name: string): Fields {
  const value = from[name];
  return isObject(value) ? value : none;
}

/** A member as text; `''` when it is unknown. */
export function textIn(from: Fields, name: string): string {
  const value = from[name];
  if (typeof value === 'string') return unknown.has(value) ? '' : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** The parameters of an event by their keys, whatever the type of their values. */
export function paramsIn(row: Fields): Params {
  const params: Record<string, string> = Object.create(null);
  const list = row['event_params'];
  for (const param of Array.isArray(list) ? list : []) {
    if (!isObject(param)) continue;
    const value = recordIn(param, 'value');
    const text = textIn(value, 'string_value') || textIn(value, 'int_value') || textIn(value, 'double_value');
    if (text !== '') params[textIn(param, 'key')] = text;
  }
  return params;
}

/** Whether GA4 added the parameters of a campaign to an event that is no page view: a site names some of its own `source` or `content`. */
export const isCampaign = ({ source, medium }: Params): boolean =>
  source !== undefined && medium !== undefined;
