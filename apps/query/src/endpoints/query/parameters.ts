import { dimensionPattern, dimensions as filtered } from '@tallyhouse/filter';
import { changeOrders, listParameters } from '../../parameters/compare.ts';
import { type Format, formats } from '../../parameters/formats.ts';
import { granularity } from '../../parameters/granularity.ts';
import { limit as limitOfLists } from '../../parameters/limit.ts';
import { namesIn } from '../../parameters/names.ts';
import type { Parameter, RequiredParameter } from '../../parameters/parameter.ts';
import { raw } from '../../parameters/raw.ts';
import { wholeNumber } from '../../parameters/whole-number.ts';
import { metricDescriptions, metricOf, metricPattern } from './metrics.ts';
import { keyOf, type QuestionKey } from './question.ts';

const mostDimensions = 3;
const mostMetrics = 10;

const dimensions: Parameter<QuestionKey[], string> = {
  name: 'dimensions',
  description:
    'What tells rows apart: dimensions of filters, and bucket (see granularity), separated by commas. Without any there is one row.',
  accepts: `at most ${mostDimensions} different names separated by commas, of bucket, ${[...filtered.keys()].join(', ')} and prop.<name of a property of events>`,
  schema: {
    type: 'string',
    pattern: `^((bucket|${dimensionPattern})(,(bucket|${dimensionPattern})){0,${mostDimensions - 1}})?$`,
    examples: ['source', 'country,device_type', 'bucket,channel'],
  },
  default: '',
  parse(text) {
    const keys = namesIn(text, { least: 0, most: mostDimensions })?.map(keyOf);
    const known = keys?.filter((key) => key !== undefined);
    return known?.length === keys?.length ? known : undefined;
  },
};

const metrics: RequiredParameter<string[]> = {
  name: 'metrics',
  description: `What is counted, separated by commas. ${metricDescriptions.join(' ')}`,
  accepts: `1 to ${mostMetrics} different names separated by commas, of ${metricDescriptions.map((one) => one.replace(/:.*/, '')).join(', ')}`,
  schema: {
    type: 'string',
    pattern: `^(${metricPattern})(,(${metricPattern})){0,${mostMetrics - 1}}$`,
    examples: ['visits,visitors', 'pageviews', 'events,revenue.EUR'],
  },
  default: undefined,
  required: true,
  parse(text) {
    const names = namesIn(text, { least: 1, most: mostMetrics });
    return names?.every((name) => metricOf(name) !== undefined) ? names : undefined;
  },
};

const sort: Parameter<string, undefined> = {
  name: 'sort',
  description:
    'One of the dimensions and metrics asked for, with - before it the largest first. With compare also rising and falling: by the change, the greatest or smallest first. By default bucket, else the first metric, the largest first. Rows without a value come last, equal ones in the order of their dimensions.',
  accepts: `one of the dimensions and metrics asked for, with or without - before it; with compare also ${changeOrders.join(' and ')}`,
  schema: { type: 'string', minLength: 1, examples: ['-visits', 'rising'] },
  default: undefined,
  parse: (text) => (text === '' ? undefined : text),
};

const limit: Parameter<number, string> = {
  ...limitOfLists,
  description: 'Maximum number of rows. A file without limit and offset has all of them.',
  ...wholeNumber(1, 1000),
};

const format: Parameter<'json' | Format, string> = {
  name: 'format',
  description: 'JSON, or a file: CSV with a header line, JSON Lines, or Parquet.',
  accepts: `one of json, ${Object.keys(formats).join(', ')}`,
  schema: { type: 'string', enum: ['json', ...Object.keys(formats)] },
  default: 'json',
  parse: (text) => (text === 'json' ? text : Object.entries(formats).find(([name]) => name === text)?.[1]),
};

const { compare, match } = listParameters;

export const parameters = { dimensions, metrics, sort, granularity, compare, match, limit, format, raw };
