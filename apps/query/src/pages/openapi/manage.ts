import { z } from 'zod';
import type { Operation, Resource } from '../../http/manage/operation.ts';
import { listMeta } from '../../reply/reply.ts';
import { error, errorBody } from './errors.ts';
import { parameterObject } from './parameters.ts';
import { jsonSchema } from './schemas.ts';

export function describeManage(resources: readonly Resource[]) {
  return Object.fromEntries(
    resources.map(({ path, operations }) => [
      `/api/manage/v1${path.replace(/:(\w+)/g, '{$1}')}`,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, describe(path, method, operation)]),
      ),
    ]),
  );
}

function describe(path: string, method: string, { id, summary, body, done, parameters }: Operation) {
  const named = path.match(/(?<=:)\w+/g) ?? [];
  const text = { type: 'string' };
  const conditions = [
    ...(named.length > 0 && ['put', 'delete'].includes(method) ? ['If-Match'] : []),
    ...(method === 'put' ? ['If-None-Match'] : []),
  ];
  return {
    operationId: id,
    tags: ['manage'],
    summary,
    parameters: [
      ...named.map((name) => ({ name, in: 'path', required: true, schema: text })),
      ...conditions.map((name) => ({
        name,
        in: 'header',
        description: 'An ETag, or *. When it does not agree: 409 with the thing as it stands.',
        schema: text,
      })),
      ...Object.values(parameters ?? {}).map(parameterObject),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
    }),
    responses: {
      ...successes(method, done, parameters !== undefined),
      ...refusals,
      ...(method === 'get' && { 404: notFound }),
    },
  };
}

function successes(method: string, done: Operation['done'], isList: boolean): Record<string, object> {
  if (done === undefined) return { 204: { description: 'It is gone.' } };
  const schema = jsonSchema(z.object({ meta: metaOf(isList), data: done.data }));
  const response = {
    description: 'As it stands now.',
    headers: { ETag: { description: 'Of one thing: changes with it.', schema: { type: 'string' } } },
    content: { 'application/json': { schema } },
  };
  const made = { 201: { ...response, description: 'It is made.' } };
  return { [done.status]: response, ...(method === 'put' && made) };
}

/** Whether the resource can be changed; if not, why, and where it is. */
const metaOf = (isList: boolean) =>
  z.object({
    writable: z.boolean().describe('Whether it can be changed here.'),
    ...(isList && listMeta),
    reason: z.string().optional().describe('Why it cannot; missing when it can.'),
    path: z.string().optional().describe('The file that cannot be changed; missing when there is none.'),
  });

/** A 404 says whether the resource can be created. */
const notFound = {
  ...error('There is none.'),
  content: {
    'application/json': { schema: jsonSchema(errorBody.extend({ meta: metaOf(false).optional() })) },
  },
};

const shared = [400, 401, 403, 404, 406, 429, 431, 500, 503, 504];

const refusals: Record<string, object> = {
  ...Object.fromEntries(shared.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  405: error('The file cannot be changed here, or the method is none of this path.'),
  409: error('Something else is there now, the name is taken, there are too many, or the file is refused.'),
  413: error('The body is over 1 MiB.'),
  415: error('The body is not application/json.'),
};
