import type { ClickHouseClient } from '@clickhouse/client';
import { HttpError, type Logger, methodNotAllowed } from '@tallyhouse/service';
import type { ListedSites } from '@tallyhouse/sites';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { noteIn, type QueryResult, select } from '../../database/database.ts';
import type { EndpointKind, Limits } from '../../database/settings.ts';
import type { Shards } from '../../database/shards/shards.ts';
import type { Access } from '../../http/access.ts';
import { type Caller, callerLeft, callerOf } from '../../http/caller.ts';
import { sendText } from '../../http/compressed.ts';
import { gate } from '../../http/gate.ts';
import { jsonText } from '../../http/json-text.ts';
import type { QueryMetrics } from '../../http/metrics.ts';
import { createTurns } from '../../http/turns.ts';
import { withMeantPages } from '../../parameters/meant-pages.ts';
import { withNamedGoals } from '../../parameters/named-goals.ts';
import type { Parameters, Values } from '../../parameters/parameter.ts';
import type { Range } from '../../parameters/range.ts';
import { type CommonValues, commonParameters } from '../../parameters/read.ts';
import { type ReportRequest, readRequest } from '../../parameters/report-request.ts';
import { everySite, type NamedSites } from '../../parameters/site-id.ts';
import type { About } from '../../read/about.ts';
import { type FindTrusted, trustedFinder } from '../../read/days.ts';
import { storedPages } from '../../read/filter/stored-pages.ts';
import type { Build } from '../../read/reader.ts';
import { statementOf } from '../../read/reader.ts';
import { findSites, type KnownSites, knownSites, type Readable, type Sites } from '../../read/sites.ts';
import { commonMeta, isoRange, partialMeta } from '../../reply/reply.ts';

export interface EndpointDeps {
  clickhouse: ClickHouseClient;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  limits: Readonly<Record<EndpointKind, Limits>>;
  /** Whether ingest looks up places. */
  geoip: boolean;
  metrics: QueryMetrics;
  access: Access;
  /** Whether there are keys besides that of the operator. */
  hasOtherKeys: () => boolean;
  /** The sites file, as it is now. */
  sitesNow: () => ListedSites;
  /** The servers that have the rows; undefined for one. */
  shards?: Shards | undefined;
}

/** Dependencies of all endpoints, created once. */
export interface HandlerDeps extends EndpointDeps {
  findTrusted: FindTrusted;
  knownSites: KnownSites;
}

/** The parameters of a report's request, and the query that it may run. */
export interface ReportContext<Own extends Parameters> extends ReportRequest<Own> {
  /** Runs SQL (read/reader.ts), and checks its rows. */
  query<Row>(build: Build, row: z.ZodType<Row>, details?: Details): Promise<QueryResult<Row>>;
  /** The sites that the report is about. */
  sites: Sites;
  /** Whether ingest looks up places. */
  geoip: boolean;
  /** What the sites file says. */
  listed: ListedSites;
  /** The sites that the caller may read. */
  readable: Readable;
  /** Who asks. */
  caller: Caller;
}

/** What one query replaces in its request. */
export type Details = Partial<Pick<About, 'range' | 'filters' | 'sites' | 'bucketStarts'>>;

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
  /** Set when it is about every site that the caller may read, whichever is asked for. */
  everySite?: true;
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
  const parameters = { ...commonParameters, ...definition.parameters };
  const handler = ({
    clickhouse,
    clock,
    limits,
    geoip,
    metrics,
    findTrusted,
    knownSites,
    sitesNow,
    shards,
  }: HandlerDeps): RequestHandler => {
    const readRows = (rows: number) => metrics.countRowsRead(path, rows);
    return async (req, res) => {
      const request = readRequest(req, definition, clock());
      const { values } = request;
      const caller = callerOf(res);
      const readable = caller.sites;
      const listed = sitesNow();
      const html = definition.html?.asked(request.values) ? definition.html : undefined;
      const type = html ? 'text/html' : 'application/json';
      if (!req.accepts(type)) {
        throw new HttpError('not_acceptable', `The report is ${type}, which Accept excludes.`);
      }
      const left = callerLeft(res);
      const missing = new Set<number>();
      const terms = { limits: limits.report, left, readRows, shards, missing: noteIn(missing) };
      const ownTurn = createTurns();
      const respondAbout = (sites: Sites, values: typeof request.values) =>
        respond({
          ...request,
          values,
          sites,
          geoip,
          listed,
          readable,
          caller,
          async query(build, row, details = {}) {
            const { range } = request;
            const period = details.range ?? range;
            const asked = { range, period, filters: values.filter, sites, bucketStarts: [period.start] };
            const about = { ...asked, ...details, now: request.now, cluster: shards };
            const statement = await statementOf(build, about, findTrusted, terms);
            await ownTurn();
            return select(clickhouse, statement, row, terms);
          },
        });
      try {
        const find = (named: NamedSites) => findSites(named, readable, listed, () => knownSites(terms));
        const sites = await find(values.siteId);
        const about = definition.everySite ? await find(everySite) : sites;
        const named = withNamedGoals(values, sites.ids, listed, parameters);
        const whole = await withMeantPages(named, sites.ids, listed, (pages) =>
          storedPages(clickhouse, pages, { sites, cluster: shards }, terms),
        );
        const { data, meta } = await respondAbout(about, whole);
        const partial = partialMeta([...missing]);
        if (partial.partial) res.set('X-Partial', partial.partial.join(', '));
        if (html) res.set('Content-Security-Policy', documentPolicy);
        const text = html
          ? html.write(data, request)
          : await jsonText({ meta: { ...metaOf(values, sites, request.range), ...meta, ...partial }, data });
        await sendText(res.type(type), text);
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
    parameters,
    content: {
      'application/json': report,
      ...(definition.html && { 'text/html': z.string().describe(definition.html.description) }),
    },
    handler,
  };
}

/** The right that each kind of endpoint requires. */
const rightFor = { report: 'read', export: 'export' } as const;

/** Routes endpoints; other methods get a 405. */
export function endpointRoutes(endpoints: readonly Endpoint[], deps: EndpointDeps): Router {
  const gateOf = (kind: EndpointKind) =>
    gate({
      capacity: deps.limits[kind].concurrency,
      isShared: deps.hasOtherKeys,
      crowd: deps.metrics.crowd(kind),
    });
  const gates = { report: gateOf('report'), export: gateOf('export') };
  const findTrusted = trustedFinder(deps.clickhouse, deps.shards);
  const findKnownSites = knownSites(deps.clickhouse, deps.shards);
  const router = Router();
  for (const endpoint of endpoints) {
    // Express uses it for HEAD too.
    router.get(
      endpoint.path,
      deps.metrics.at(endpoint.path),
      deps.access.allow(rightFor[endpoint.kind]),
      gates[endpoint.kind],
      endpoint.handler({ ...deps, findTrusted, knownSites: findKnownSites }),
    );
    router.all(endpoint.path, methodNotAllowed('GET', 'HEAD'));
  }
  return router;
}

/** Documents have styles in their tags, and load nothing. */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

function metaOf({ siteId, timezone, filter }: CommonValues, { ids }: Sites, range: Range) {
  return {
    site_id: siteId.text,
    sites: ids,
    ...isoRange(range),
    timezone: timezone.name,
    filters: filter.map(({ text }) => text),
  };
}
