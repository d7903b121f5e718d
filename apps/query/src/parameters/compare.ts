import { form, type Moment, parseMoment } from './moment.ts';
import { oneOf } from './one-of.ts';
import type { Parameter } from './parameter.ts';

/** The range to compare with. `previous` depends on how the range was given: see compared-range.ts. */
export type Compare = 'previous' | 'year' | { start: Moment; end: Moment };

const moment = form.source.slice(1, -1);

export const compare: Parameter<Compare, string> = {
  name: 'compare',
  description:
    'The range to compare the period with. previous: the range before it. For a period of a length (7d), or from start to end, ' +
    'the same length just before; for today, month and year the day, month or year before, up to the same local time of the ' +
    'same date (the last one of a shorter month); for yesterday the day before; for all there is none. year: the same local ' +
    'dates a year earlier (28 February for the 29th). <start>/<end>: from one moment to another.',
  accepts:
    'previous, year, or <start>/<end> (2026-10-01/2026-10-31), both as start and end accept them, the end later than the start',
  schema: {
    type: 'string',
    pattern: `^(previous|year|${moment}/${moment})$`,
    examples: ['previous', 'year', '2026-10-01/2026-10-31'],
  },
  default: 'previous',
  parse: parseCompare,
};

/** For reports that compare only on request. */
const compareOnRequest: Parameter<Compare, undefined> = {
  ...compare,
  description: `${compare.description} Without it nothing is compared.`,
  default: undefined,
};

/** For a report that always compares, and returns more on request. */
export const compareOrPrevious: Parameter<Compare, undefined> = {
  ...compareOnRequest,
  description: `${compare.description} Without it change is since the previous range, and rows have neither previous nor growth_rate.`,
};

/** How the compared range is found; undefined means `date`. */
export type Match = 'date' | 'weekday';

export const match: Parameter<Match, undefined> = oneOf(['date', 'weekday'], {
  name: 'match',
  description:
    'date (the default): as compare says. weekday: the period moved back by the fewest whole weeks that leave no overlap (with ' +
    'compare=year by 52), so that each day meets one of its own weekday: weeks of 168 hours for a period in m, h, d or w, else weeks of ' +
    'local time. With <start>/<end>, and with period=all, it has no effect.',
  default: undefined,
});

/** Which rows of a compared list come first; undefined keeps the list's own order. */
export type ChangeOrder = 'rising' | 'falling';

export const changeOrders = ['rising', 'falling'] as const satisfies readonly ChangeOrder[];

const changeOrder: Parameter<ChangeOrder, undefined> = oneOf(changeOrders, {
  name: 'sort',
  description:
    'Only with compare: the rows of either range by change, the greatest (rising) or the smallest (falling) first, instead of the ' +
    "list's own order, which decides between equal ones. Rows that only the compared range has count in total, too.",
  default: undefined,
});

/** The parameters of a list that is compared on request. */
export const listParameters = { compare: compareOnRequest, match, sort: changeOrder };

function parseCompare(text: string): Compare | undefined {
  if (text === 'previous' || text === 'year') return text;
  const [start, end, ...others] = text.split('/').map(parseMoment);
  return start && end && others.length === 0 ? { start, end } : undefined;
}
