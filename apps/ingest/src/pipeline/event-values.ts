import { currencyCode, propName, storableText } from '@tallyhouse/ping';
import { isObject } from '@tallyhouse/service';
import { isMissing, Mistake } from './mistake.ts';

export type Props = Readonly<Record<string, string>>;

export interface Revenue {
  /** A plain decimal: up to 14 digits before and 4 after the point. */
  amount: string;
  /** ISO 4217, upper case. */
  currency: string;
}

const mostProps = 30;
const longestValue = 500;
const formOfProps = `must be an object of at most ${mostProps} properties, with names of 1 to 40 of the characters A-Z a-z 0-9 _ . -`;
const formOfRevenue =
  'must be {"amount", "currency"}: a decimal of at most 14 digits before and 4 after the point, and an ISO 4217 code';
const isPropName = new RegExp(`^${propName}$`);
/** The number of digits of the column. */
const decimal = /^-?\d{1,14}(\.\d{1,4})?$/;

/** Reads `props`. A property that is `null` counts as missing. */
export function readProps(value: unknown): Props | Mistake {
  if (!isObject(value)) return new Mistake(formOfProps);
  // Without a prototype, __proto__ is a name like any other.
  const props: Record<string, string> = Object.create(null);
  let count = 0;
  let wrongName: string | undefined;
  for (const [name, given] of Object.entries(value)) {
    if (isMissing(given)) continue;
    if (++count > mostProps || !isPropName.test(name)) return new Mistake(formOfProps);
    const text = propText(given);
    if (text === undefined) wrongName ??= name;
    else props[name] = text;
  }
  if (wrongName === undefined) return props;
  return new Mistake('has a property that is neither a string nor a finite number nor a boolean', wrongName);
}

function propText(value: unknown): string | undefined {
  if (typeof value === 'string') return storableText(value, longestValue);
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  return undefined;
}

/** Reads `revenue`, exactly: an amount is the digits that were sent. */
export function readRevenue(value: unknown): Revenue | Mistake {
  if (!isObject(value)) return new Mistake(formOfRevenue);
  const amount = amountOf(value['amount']);
  if (amount === undefined) return new Mistake(formOfRevenue, 'amount');
  const currency = currencyCode(value['currency']);
  return currency === undefined ? new Mistake(formOfRevenue, 'currency') : { amount, currency };
}

function amountOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && decimal.test(text) ? text : undefined;
}
