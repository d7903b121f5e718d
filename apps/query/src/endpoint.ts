import type { ClickHouseClient } from '@clickhouse/client';
import { HttpError, type Logger, methodNotAllowed } from '@tallyhouse/service';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { callerLeft } from './caller.ts';
import { type Answer, select } from './database.ts';
import { gate } from './gate.ts';
import { jsonText } from './json-text.ts';
import type { EndpointKind, Limits } from './limits.ts';
import { type CommonValues, commonParameters } from './parameters/common.ts';
import type { Parameters } from './parameters/parameter.ts';
import { type Details, type Question, readQuestion } from './question.ts';
import type { Range } from './range.ts';
import { commonMeta, isoRange } from './reply.ts';
import type { QueryMetrics } from './request-metrics.ts';
import { type FindTrusted, trustedFinder } from './rows/find-trusted.ts';
import { createShare } from './share.ts';

export interface EndpointDeps {
  clickhouse: ClickHouseClient;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  limits: Readonly<Record<EndpointKind, Limits>>;
  /** Whether ingest looks up places. */
  geoip: boolean;
  metrics: QueryMetrics;
}

/** What the endpoints have in common, made once for all of them. */
export interface HandlerDeps extends EndpointDeps {
  findTrusted: FindTrusted;
}

/** What a report is asked. */
export interface ReportQuestion<Own extends Parameters>
  extends Omit<Question<Own>, 'statement' | 'settledTables'> {
  /** Runs SQL as Question's `statement` makes it, and checks its rows. */
  ask<Row>(sql: string, row: z.ZodType<Row>, details?: Details): Promise<Answer<Row>>;
  /** Whether ingest looks up places. */
  geoip: boolean;
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
  response: z.ZodType<Data>;
  /** What `meta` holds besides commonMeta; listMeta (reply.ts) for a list. */
  meta?: z.ZodRawShape;
  /** Replaces the range that the parameters name, where they have no meaning. */
  range?: (now: number) => Range;
  respond(question: ReportQuestion<Own>): Promise<Reply<NoInfer<Data>>>;
}

/** An endpoint as the app and the API's description see it. */
export interface Endpoint {
  kind: EndpointKind;
  path: string;
  description: string;
  parameters: Parameters;
  /** What a 200 holds, by media type. */
  content: Readonly<Record<string, z.ZodType>>;
  handler(deps: HandlerDeps): RequestHandler;
}

/** Declares a report: `GET /api/v1<path>` that answers `{"meta", "data"}`. */
export function defineEndpoint<Own extends Parameters, Data>(definition: Definition<Own, Data>): Endpoint {
  const { path, description, respond } = definition;
  const handler = ({
    clickhouse,
    clock,
    limits,
    geoip,
    metrics,
    findTrusted,
  }: HandlerDeps): RequestHandler => {
    const share = createShare<Reply<NoInfer<Data>>>();
    const readRows = (rows: number) => metrics.countRowsRead(path, rows);
    return async (req, res) => {
      if (!req.accepts('json')) {
        throw new HttpError('not_acceptable', 'Reports are application/json, which Accept refuses.');
      }
      const { statement, settledTables, ...question } = readQuestion(req, definition, clock());
      const answer = (left: AbortSignal) =>
        respond({
          ...question,
          geoip,
          async ask(sql, row, details = {}) {
            const range = details.range ?? question.range;
            const terms = { limits: limits.report, left, readRows };
            const trusted = await findTrusted(settledTables(sql), question.values.siteId, range, terms);
            return select(clickhouse, statement(sql, { ...details, trusted }), row, terms);
          },
        });
      const left = callerLeft(res);
      try {
        const { data, meta } = await share(keyOf(question.values, question.range), left, answer);
        const text = await jsonText({ meta: { ...metaOf(question.values, question.range), ...meta }, data });
        res.type('json').send(text);
      } catch (error) {
        if (!left.aborted) throw error;
      }
    };
  };
  const report = z.object({
    meta: z.object({ ...commonMeta, ...definition.meta }),
    data: definition.response,
  });
  return {
    kind: 'report',
    path,
    description,
    parameters: { ...commonParameters, ...definition.parameters },
    content: { 'application/json': report },
    handler,
  };
}

/** Serves endpoints, and says 405 where one is asked with another method. */
export function endpointRoutes(endpoints: readonly Endpoint[], deps: EndpointDeps): Router {
  const gates = {
    report: gate(deps.limits.report.concurrency, deps.metrics.crowd('report')),
    export: gate(deps.limits.export.concurrency, deps.metrics.crowd('export')),
  };
  const findTrusted = trustedFinder(deps.clickhouse);
  const router = Router();
  for (const endpoint of endpoints) {
    // Express answers HEAD with it too.
    router.get(
      endpoint.path,
      deps.metrics.at(endpoint.path),
      gates[endpoint.kind],
      endpoint.handler({ ...deps, findTrusted }),
    );
    router.all(endpoint.path, methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}

/** Questions with the same key have the same answer. */
const keyOf = (values: CommonValues, range: Range) => JSON.stringify([values, range]);

function metaOf({ siteId, timezone, filter }: CommonValues, range: Range) {
  return {
    site_id: siteId,
    ...isoRange(range),
    timezone: timezone.name,
    filters: filter.map(({ text }) => text),
  };
}
