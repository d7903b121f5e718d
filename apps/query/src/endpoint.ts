import type { ClickHouseClient } from '@clickhouse/client';
import { HttpError, methodNotAllowed } from '@tallyhouse/service';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { type Answer, select } from './database.ts';
import { fillSlots } from './filter/slots.ts';
import { keyRange } from './key-range.ts';
import { type CommonValues, commonParameters } from './parameters/common.ts';
import type { Parameters, Values } from './parameters/parameter.ts';
import { readParameters, refuseUnknown } from './parameters/read.ts';
import { type Range, resolveRange } from './range.ts';
import { commonMeta } from './reply.ts';

export interface EndpointDeps {
  clickhouse: ClickHouseClient;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** What an endpoint is asked. */
interface Question<Own extends Parameters> {
  values: CommonValues & Values<Own>;
  range: Range;
  /** The moment of the request, milliseconds since 1970. */
  now: number;
  /**
   * Runs SQL that may use `{site_id:String}`, `{start}`, `{end}`, `{key_start}`, `{key_end}` (see key-range.ts), `{now}`
   * (all `DateTime64(3, 'UTC')`), `{timezone:String}`, `{limit:UInt32}`, `{offset:UInt32}`, and what `bindings` adds.
   * Its filter slots are filled (see filter/slots.ts).
   */
  ask<Row>(sql: string, row: z.ZodType<Row>, bindings?: Record<string, unknown>): Promise<Answer<Row>>;
}

interface Reply<Data> {
  data: Data;
  /** Added to what every `meta` holds. */
  meta?: Record<string, unknown>;
}

export interface Definition<Own extends Parameters, Data> {
  /** Below /api/v1. */
  path: string;
  description: string;
  /** Those that only this endpoint has. */
  parameters: Own;
  /** What `data` holds. The tests hold each answer against it, by way of the API's description. */
  response?: z.ZodType<Data>;
  /** What `meta` holds besides commonMeta; listMeta (reply.ts) for a list. */
  meta?: z.ZodRawShape;
  /** Replaces the range that the parameters name, where they have no meaning. */
  range?: (now: number) => Range;
  respond(question: Question<Own>): Promise<Reply<NoInfer<Data>>>;
}

/** An endpoint as the app and the API's description see it. */
export interface Endpoint {
  path: string;
  description: string;
  parameters: Parameters;
  /** What a 200 holds, by media type. */
  content: Readonly<Record<string, z.ZodType>>;
  handler(deps: EndpointDeps): RequestHandler;
}

/** Declares a report: `GET /api/v1<path>` that answers `{"meta", "data"}`. */
export function defineEndpoint<Own extends Parameters, Data>(definition: Definition<Own, Data>): Endpoint {
  const { path, description, respond } = definition;
  const parameters = { ...commonParameters, ...definition.parameters };
  const handler =
    ({ clickhouse, clock }: EndpointDeps): RequestHandler =>
    async (req, res) => {
      if (!req.accepts('json')) {
        throw new HttpError('not_acceptable', 'Reports are application/json, which Accept refuses.');
      }
      const now = clock();
      refuseUnknown(req.query, parameters);
      const values = readParameters(req.query, commonParameters);
      const own = readParameters(req.query, definition.parameters);
      const named = resolveRange(values, now); // checked even where it does not count
      const range = definition.range?.(now) ?? named;
      const bound = bindings(values, range, now);
      const { data, meta } = await respond({
        values: { ...values, ...own },
        range,
        now,
        ask(sql, row, extra) {
          const filtered = fillSlots(sql, values.filter);
          return select(clickhouse, filtered.sql, row, { ...bound, ...filtered.bindings, ...extra });
        },
      });
      res.json({ meta: { ...metaOf(values, range), ...meta }, data });
    };
  const report = z.object({
    meta: z.object({ ...commonMeta, ...definition.meta }),
    data: definition.response ?? z.unknown(),
  });
  return { path, description, parameters, content: { 'application/json': report }, handler };
}

/** Serves endpoints, and says 405 where one is asked with another method. */
export function endpointRoutes(endpoints: readonly Endpoint[], deps: EndpointDeps): Router {
  const router = Router();
  for (const endpoint of endpoints) {
    router.get(endpoint.path, endpoint.handler(deps)); // Express answers HEAD with it too
    router.all(endpoint.path, methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}

function bindings(values: CommonValues, range: Range, now: number): Record<string, unknown> {
  const key = keyRange(range);
  return {
    site_id: values.siteId,
    start: sqlTime(range.start),
    end: sqlTime(range.end),
    key_start: sqlTime(key.start),
    key_end: sqlTime(key.end),
    now: sqlTime(now),
    timezone: values.timezone.canonical,
    limit: values.limit,
    offset: values.offset,
  };
}

function metaOf({ siteId, timezone, filter }: CommonValues, range: Range) {
  return {
    site_id: siteId,
    start: new Date(range.start).toISOString(),
    end: new Date(range.end).toISOString(),
    timezone: timezone.name,
    filters: filter.map(({ text }) => text),
  };
}

/** `YYYY-MM-DD hh:mm:ss.SSS`: read alike by old and new servers, where a bare number of few digits is not. */
function sqlTime(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('Z', '');
}
