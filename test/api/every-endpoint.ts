import type { Endpoint } from '@tallyhouse/query/endpoint';
import { endpoints } from '@tallyhouse/query/endpoints';
import { z } from 'zod';

/** A value for each parameter that some endpoint requires. */
const required: Readonly<Record<string, string | string[]>> = {
  dimension: 'utm_campaign',
  encoded_event: 'Signup',
  encoded_page_path: '/b',
  goal: 'page~/',
  id: 'blog',
  metrics: 'visits,visitors',
  q: '/',
  step: ['page:/', 'page:/b'],
};

/** Parameters without which the report is not a list. */
const asLists: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/query': { dimensions: 'utm_campaign' },
  '/vitals': { by: 'page' },
  '/coverage': { by: 'page' },
};

export interface RequestableEndpoint {
  kind: Endpoint['kind'];
  /** Below /api/v1, with placeholders filled. */
  path: string;
  parameters: Readonly<Record<string, string | string[]>>;
  takes(name: string): boolean;
  /** Whether `limit` and `offset` apply to its response. */
  isList: boolean;
}

export const everyEndpoint: readonly RequestableEndpoint[] = endpoints.map(
  ({ kind, path, parameters, content }) => {
    const declared = Object.values(parameters);
    const needed = declared.filter((parameter) => 'required' in parameter || 'least' in parameter);
    const valueFor = (name: string) => {
      const value = required[name];
      if (value === undefined)
        throw new Error(`${path} requires ${name}: give it a value in test/api/every-endpoint.ts`);
      return value;
    };
    const inQuery = needed.filter((parameter) => parameter.in !== 'path').map(({ name }) => name);
    return {
      kind,
      path: path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(valueFor(name)))),
      parameters: { ...asLists[path], ...Object.fromEntries(inQuery.map((name) => [name, valueFor(name)])) },
      isList: isList(content['application/json']),
      takes: (name) => declared.some((parameter) => parameter.name === name),
    };
  },
);

function isList(report: z.ZodType | undefined): boolean {
  const meta = report instanceof z.ZodObject ? report.shape['meta'] : undefined;
  return meta instanceof z.ZodObject && 'total' in meta.shape;
}

/** Parameters as names and values; a list gives one for each of its values. */
export const pairsOf = ({ parameters }: Pick<RequestableEndpoint, 'parameters'>) =>
  Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
