import { form, type Moment, parseMoment } from './moment.ts';
import type { Parameter } from './parameter.ts';

/** What a range is compared with. `previous` depends on how the range was given: see compared-range.ts. */
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

function parseCompare(text: string): Compare | undefined {
  if (text === 'previous' || text === 'year') return text;
  const [start, end, ...others] = text.split('/').map(parseMoment);
  return start && end && others.length === 0 ? { start, end } : undefined;
}
