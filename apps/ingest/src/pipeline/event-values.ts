import { currencyCode, propName, storableText } from '@tallyhouse/ping';
import { isObject } from '@tallyhouse/service';
import { wrong } from './wrong.ts';

export type Props = Readonly<Record<string, string>>;

export interface Revenue {
  /** A plain decimal: up to 14 digits before and 4 after the point. */
  amount: string;
  /** ISO 4217, upper case. */
  currency: string;
}

const mostProps = 30;
const longestValue = 500;
const isPropName = new RegExp(`^${propName}$`);
/** The number of digits of the column. */
const decimal = /^-?\d{1,14}(\.\d{1,4})?$/;

/** Reads `props`. A property that is `null` counts as missing. */
export function readProps(value: unknown): Props | typeof wrong {
  if (!isObject(value)) return wrong;
  // Without a prototype, __proto__ is a name like any other.
  const props: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, given] of Object.entries(value)) {
    if (given === null || given === undefined) continue;
    const text = propText(given);
    count++;
    if (text === undefined || count > mostProps || !isPropName.test(name)) return wrong;
    props[name] = text;
  }
  return props;
}

/** Why {@link readProps} refused `props`. */
export const wrongProp = {
  at: (value: unknown, field: string): string => {
    const name = wrongValueIn(value);
    return name === undefined ? field : `${field}.${name}`;
  },
  form: (value: unknown): string =>
    wrongValueIn(value) === undefined
      ? `must be an object of at most ${mostProps} properties, with names of 1 to 40 of the characters A-Z a-z 0-9 _ . -`
      : 'has a property that is neither a string nor a finite number nor a boolean',
};

/** The name of the first property whose value is wrong, if all names are right. */
function wrongValueIn(value: unknown): string | undefined {
  if (!isObject(value) || !Object.keys(value).every((name) => isPropName.test(name))) return undefined;
  return Object.keys(value).find((name) => value[name] !== null && propText(value[name]) === undefined);
}

function propText(value: unknown): string | undefined {
  if (typeof value === 'string') return storableText(value, longestValue);
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  return undefined;
}

/** Reads `revenue`, exactly: an amount is the digits that were sent. */
export function readRevenue(value: unknown): Revenue | typeof wrong {
  if (!isObject(value)) return wrong;
  const amount = amountOf(value['amount']);
  const currency = currencyCode(value['currency']);
  return amount === undefined || currency === undefined ? wrong : { amount, currency };
}

/** Why {@link readRevenue} refused `revenue`. */
export const wrongRevenue = {
  at: (value: unknown, field: string): string => {
    if (!isObject(value)) return field;
    return amountOf(value['amount']) === undefined ? `${field}.amount` : `${field}.currency`;
  },
  form: (): string =>
    'must be {"amount", "currency"}: a decimal of at most 14 digits before and 4 after the point, and an ISO 4217 code',
};

function amountOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && decimal.test(text) ? text : undefined;
}
