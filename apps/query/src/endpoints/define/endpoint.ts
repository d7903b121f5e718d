import { methodNotAllowed } from '@tallyhouse/service';
import { render, type Sql } from '@tallyhouse/sql';
import { Router } from 'express';
import { z } from 'zod';
import { type QueryResult, select } from '../../database/database.ts';
import type { EndpointKind } from '../../database/settings.ts';
import { sendText } from '../../http/compressed.ts';
import { createGate, type Gate, gated } from '../../http/gate.ts';
import { jsonText } from '../../http/json-text.ts';
import { listParameters } from '../../parameters/compare.ts';
import type { Parameters, Values } from '../../parameters/parameter.ts';
import type { Range } from '../../parameters/range.ts';
import { type CommonValues, commonParameters } from '../../parameters/read.ts';
import { everySite as everySites } from '../../parameters/site-id.ts';
import { dayStatesReader } from '../../read/days.ts';
import type { Build } from '../../read/reader.ts';
import { knownSites } from '../../read/sites.ts';
import { type Change, comparedMeta, metaOfCompared, rowsWithChange } from '../../reply/comparison.ts';
import { commonMeta, isoRange, listMeta, partialMeta } from '../../reply/reply.ts';
import {
  type Asked,
  type Details,
  type EndpointDeps,
  type Handler,
  type HandlerDeps,
  handlerOf,
  type Incoming,
  type Question,
  readRequest,
} from './request.ts';

/** The parameters of a report's request, and the queries that it may run. */
export interface ReportContext<Own extends Parameters = Record<never, never>>
  extends Pick<Asked<Own>, 'values' | 'range' | 'comparison' | 'now' | 'sites' | 'listed' | 'caller'> {
  /** Runs SQL (read/reader.ts), and checks its rows. */
  query<Row>(build: Build, row: z.ZodType<Row>, details?: Details): Promise<QueryResult<Row>>;
  /** The same for the rows of a list (read/list.ts), with the columns that `compare` adds. @param count the number that is compared */
  list<Row extends Record<Count, number>, Count extends string>(
    build: Build,
    row: z.ZodType<Row>,
    count: Count,
  ): Promise<QueryResult<Row & Partial<Change>>>;
  /** Runs SQL on the server of the annotations, and checks its rows. */
  queryHome<Row>(query: Sql, row: z.ZodType<Row>): Promise<QueryResult<Row>>;
  /** Whether ingest looks up locations. */
  geoip: boolean;
}

interface Reply<Data> {
  data: Data;
  /** Extends the `meta` of every report. */
  meta?: Record<string, unknown>;
}

export interface Definition<Own extends Parameters, Data>
  extends Pick<Question<Own>, 'path' | 'parameters' | 'range' | 'compared'> {
  description: string;
  /** Schema of `data`. Tests validate each response against it, through the API's description. */
  response: z.ZodType<Data>;
  /** Schema of what `meta` contains besides commonMeta; listMeta (reply.ts) for a list. */
  meta?: z.ZodRawShape;
  /** Set when the report covers every site that the caller may read, regardless of the parameters. */
  everySite?: true;
  respond(context: ReportContext<Own>): Promise<Reply<NoInfer<Data>>>;
  /** The report as a document, for requests that accept one. */
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
  handler: Handler;
  /** Runs a report outside of HTTP. Exports have none. */
  report?: (request: Incoming, deps: HandlerDeps) => Promise<Report>;
}

/** The result of a report. */
export interface Report {
  meta: object;
  data: unknown;
}

const json = 'application/json';
const htmlType = 'text/html';

/** Declares a report: `GET /api/v1<path>`, which responds with `{"meta", "data"}`. */
export function defineEndpoint<Own extends Parameters, Data>(definition: Definition<Own, Data>): Endpoint {
  const { path, description, parameters, range, compared, respond, html, everySite } = definition;
  const typeOf = (values: CommonValues & Values<Own>) => (html?.asked(values) ? htmlType : json);
  const question = { kind: 'report', path, parameters, range, compared, typeOf } as const;
  const report = z.object({
    meta: z.object({
      ...commonMeta,
      ...definition.meta,
      ...(compared && { compare: comparedMeta.optional() }),
    }),
    data: definition.response,
  });
  const read = async (asked: Asked<Own>, { clickhouse, home, geoip }: HandlerDeps) => {
    const { terms, sites, missing, write } = asked;
    const about = everySite ? await asked.find(everySites) : sites;
    const query: ReportContext['query'] = async (build, row, details) =>
      select(clickhouse, await write(build, { sites: about, ...details }), row, terms);
    const { data, meta } = await respond({
      ...asked,
      sites: about,
      geoip,
      query,
      list: (build, row, count) => query(build, rowsWithChange(row, count, asked.comparison)),
      queryHome: (query, row) => select(home, render(query), row, { ...terms, shards: undefined }),
    });
    return { meta: { ...metaOf(asked), ...meta, ...partialMeta([...missing]) }, data };
  };
  return {
    kind: 'report',
    path,
    description,
    parameters: { ...commonParameters, ...(compared && listParameters), ...parameters },
    content: { [json]: report, ...(html && { [htmlType]: z.string().describe(html.description) }) },
    handler: handlerOf(question, async (asked, deps, _req, res) => {
      const { type } = asked;
      const answer = await read(asked, deps);
      if (html && type === htmlType) {
        res.set('Content-Security-Policy', documentPolicy);
        await sendText(res.type(type), html.write(answer.data, asked));
        return;
      }
      await sendText(res.type(type), await jsonText(answer));
    }),
    report: async (request, deps) => read(await readRequest(question, deps, request), deps),
  };
}

interface ListDefinition<Own extends Parameters, Rows>
  extends Omit<Definition<Own, Rows>, 'meta' | 'respond'> {
  /** The requested page of entries, and the number of all. */
  read(context: ReportContext<Own>): Promise<{ rows: NoInfer<Rows>; total: number }>;
}

/** Declares a report that is one list, returned in pages. */
export function defineList<Own extends Parameters, Rows>({
  read,
  ...list
}: ListDefinition<Own, Rows>): Endpoint {
  return defineEndpoint({
    ...list,
    meta: listMeta,
    async respond(context) {
      const { limit, offset } = context.values;
      const { rows, total } = await read(context);
      return { data: rows, meta: { limit, offset, total } };
    },
  });
}

/** The right that each kind of endpoint requires. */
const rightFor = { report: 'read', export: 'export' } as const;

/** What requests share, whether they come over HTTP or not. */
export interface Serving extends HandlerDeps {
  gates: Readonly<Record<EndpointKind, Gate>>;
}

export function serve(deps: EndpointDeps): Serving {
  const gateOf = (kind: EndpointKind) =>
    createGate({
      capacity: deps.limits[kind].concurrency,
      isShared: deps.hasOtherKeys,
      crowd: deps.metrics.crowd(kind),
    });
  return {
    ...deps,
    gates: { report: gateOf('report'), export: gateOf('export') },
    readDayStates: dayStatesReader(deps.clickhouse, deps.shards),
    knownSites: knownSites(deps.clickhouse, deps.shards),
  };
}

/** Routes endpoints; other methods get a 405. */
export function endpointRoutes(endpoints: readonly Endpoint[], serving: Serving): Router {
  const router = Router();
  for (const endpoint of endpoints) {
    // Express uses it for HEAD too.
    router.get(
      endpoint.path,
      serving.metrics.at(endpoint.path),
      serving.access.allow(rightFor[endpoint.kind]),
      gated(serving.gates[endpoint.kind]),
      endpoint.handler(serving),
    );
    router.all(endpoint.path, methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}

/** Documents have inline styles, and load nothing. */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

type Understood = Pick<Asked<Parameters>, 'values' | 'sites' | 'range' | 'comparison'>;

function metaOf({ values, sites, range, comparison }: Understood) {
  const { siteId, timezone, filter } = values;
  return {
    site_id: siteId.text,
    sites: sites.ids,
    ...isoRange(range),
    timezone: timezone.name,
    filters: filter.map(({ text }) => text),
    ...(comparison && { compare: metaOfCompared(comparison.before) }),
  };
}
