import type { ClickHouseClient } from '@clickhouse/client';
import { HttpError, type Logger, methodNotAllowed } from '@tallyhouse/service';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { callerLeft } from './caller.ts';
import { type QueryResult, select } from './database.ts';
import { gate } from './gate.ts';
import { jsonText } from './json-text.ts';
import type { EndpointKind, Limits } from './limits.ts';
import type { QueryMetrics } from './metrics.ts';
import type { Parameters, Values } from './parameters/parameter.ts';
import { type CommonValues, commonParameters } from './parameters/read.ts';
import type { Range } from './range.ts';
import { commonMeta, isoRange } from './reply.ts';
import { type Details, type ReportRequest, readRequest } from './report-request.ts';
import { type FindTrusted, trustedFinder } from './rows/find-trusted.ts';
import { hullOf, spanOf } from './rows/spans.ts';
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

/** Dependencies of all endpoints, created once. */
export interface HandlerDeps extends EndpointDeps {
  findTrusted: FindTrusted;
}

/** The parameters of a report's request, and the query that it may run. */
export interface ReportContext<Own extends Parameters>
  extends Omit<ReportRequest<Own>, 'statement' | 'settledTables'> {
  /** Runs SQL with the placeholders and parameters of `statement` (report-request.ts), and checks its rows. */
  query<Row>(sql: string, row: z.ZodType<Row>, details?: Details): Promise<QueryResult<Row>>;
  /** Whether ingest looks up places. */
  geoip: boolean;
}

interface Reply<Data> {
  data: Data;
  /** Extends the `meta` of every report. */
  meta?: Record<string, unknown>;
}

export interface Definition<Own extends Parameters, Data> {
  /** Below /api/v1. */
  path: string;
  description: string;
  /** Parameters of this endpoint alone. */
  parameters: Own;
  /** Schema of `data`. Tests check each response against it, by way of the API's description. */
  response: z.ZodType<Data>;
  /** Schema of what `meta` contains besides commonMeta; listMeta (reply.ts) for a list. */
  meta?: z.ZodRawShape;
  /** Replaces the range of the parameters, where they have no meaning. */
  range?: (now: number) => Range;
  respond(context: ReportContext<Own>): Promise<Reply<NoInfer<Data>>>;
  /** The report as a document, for requests that ask for one. */
  html?: {
    description: string;
    asked(values: CommonValues & Values<Own>): boolean;
    write(data: NoInfer<Data>, request: { values: CommonValues & Values<Own>; range: Range }): string;
  };
}

/** An endpoint as the app and the API's description use it. */
export interface Endpoint {
  kind: EndpointKind;
  path: string;
  description: string;
  parameters: Parameters;
  /** Schema of a 200, by media type. */
  content: Readonly<Record<string, z.ZodType>>;
  handler(deps: HandlerDeps): RequestHandler;
}

/** Declares a report: `GET /api/v1<path>`, which responds with `{"meta", "data"}`. */
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
      const { statement, settledTables, ...request } = readRequest(req, definition, clock());
      const html = definition.html?.asked(request.values) ? definition.html : undefined;
      const type = html ? 'text/html' : 'application/json';
      if (!req.accepts(type)) {
        throw new HttpError('not_acceptable', `The report is ${type}, which Accept excludes.`);
      }
      const respondTo = (left: AbortSignal) =>
        respond({
          ...request,
          geoip,
          async query(sql, row, details = {}) {
            const { range = request.range, ranges: others = {}, earlier = [] } = details;
            const ranges = [range, ...Object.values(others), earlier].flat();
            const { from, until } = hullOf(ranges.map(spanOf));
            const terms = { limits: limits.report, left, readRows };
            const trusted = await findTrusted(
              settledTables(sql, details),
              request.values.siteId,
              { start: from, end: until },
              terms,
            );
            return select(clickhouse, statement(sql, { ...details, trusted }), row, terms);
          },
        });
      const left = callerLeft(res);
      try {
        const { data, meta } = await share(keyOf(request.values, request.range), left, respondTo);
        if (html) res.set('Content-Security-Policy', documentPolicy);
        const text = html
          ? html.write(data, request)
          : await jsonText({ meta: { ...metaOf(request.values, request.range), ...meta }, data });
        res.type(type).send(text);
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
    content: {
      'application/json': report,
      ...(definition.html && { 'text/html': z.string().describe(definition.html.description) }),
    },
    handler,
  };
}

/** Routes endpoints; other methods get a 405. */
export function endpointRoutes(endpoints: readonly Endpoint[], deps: EndpointDeps): Router {
  const gates = {
    report: gate(deps.limits.report.concurrency, deps.metrics.crowd('report')),
    export: gate(deps.limits.export.concurrency, deps.metrics.crowd('export')),
  };
  const findTrusted = trustedFinder(deps.clickhouse);
  const router = Router();
  for (const endpoint of endpoints) {
    // Express uses it for HEAD too.
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

/** Documents have styles in their tags, and load nothing. */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Requests with the same key have the same report. */
const keyOf = (values: CommonValues, range: Range) => JSON.stringify([values, range]);

function metaOf({ siteId, timezone, filter }: CommonValues, range: Range) {
  return {
    site_id: siteId,
    ...isoRange(range),
    timezone: timezone.name,
    filters: filter.map(({ text }) => text),
  };
}
