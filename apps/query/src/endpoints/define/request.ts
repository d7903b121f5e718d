import type { ClickHouseClient } from '@clickhouse/client';
import { HttpError, type Logger } from '@tallyhouse/service';
import { columnRulesIn, type ListedSites } from '@tallyhouse/sites';
import type { Statement } from '@tallyhouse/sql';
import type { Request, RequestHandler, Response } from 'express';
import type { Terms } from '../../database/database.ts';
import type { EndpointKind, Limits } from '../../database/settings.ts';
import type { Shards } from '../../database/shards/shards.ts';
import { accepts } from '../../http/accepts.ts';
import type { Access } from '../../http/access.ts';
import { type Caller, callerLeft, callerOf } from '../../http/caller.ts';
import type { QueryMetrics } from '../../http/metrics.ts';
import { listParameters } from '../../parameters/compare.ts';
import { type ListComparison, requestedComparison } from '../../parameters/compared-range.ts';
import { withMeantPages } from '../../parameters/meant-pages.ts';
import { withNamedGoals } from '../../parameters/named-goals.ts';
import type { Parameters, Values } from '../../parameters/parameter.ts';
import { type Range, resolveRange } from '../../parameters/range.ts';
import {
  type CommonValues,
  commonParameters,
  type Query,
  readParameters,
  refuseUnknown,
} from '../../parameters/read.ts';
import type { NamedSites } from '../../parameters/site-id.ts';
import { refuseMalformed } from '../../parameters/well-formed.ts';
import type { About } from '../../read/about.ts';
import type { ReadDayStates } from '../../read/days.ts';
import { storedPages } from '../../read/filter/stored-pages.ts';
import { type Build, statementOf } from '../../read/reader.ts';
import { findSites, type KnownSites, type Sites } from '../../read/sites.ts';
import { partialMeta } from '../../reply/reply.ts';
import { ownTurn } from '../../time/pause.ts';

export interface EndpointDeps {
  clickhouse: ClickHouseClient;
  /** The server of the annotations. */
  home: ClickHouseClient;
  logger: Logger;
  /** Milliseconds since 1970. */
  clock: () => number;
  limits: Readonly<Record<EndpointKind, Limits>>;
  /** Whether ingest looks up locations. */
  geoip: boolean;
  metrics: QueryMetrics;
  access: Access;
  /** Whether there are keys besides that of the operator. */
  hasOtherKeys: () => boolean;
  /** The sites file, as it is now. */
  sitesNow: () => ListedSites;
  /** The servers that have the rows; undefined for one server. */
  shards?: Shards | undefined;
}

export interface HandlerDeps extends EndpointDeps {
  readDayStates: ReadDayStates;
  knownSites: KnownSites;
}

/** What one query replaces in its request. */
export type Details = Partial<Pick<About, 'range' | 'filters' | 'sites' | 'bucketStarts'>>;

/** A parsed request: its parameters, with their goals and pages resolved. */
export interface Asked<Own extends Parameters> {
  values: CommonValues & Values<Own>;
  range: Range;
  /** The comparison of rows; undefined when none is requested. */
  comparison: ListComparison | undefined;
  /** The moment of the request, milliseconds since 1970. */
  now: number;
  sites: Sites;
  listed: ListedSites;
  caller: Caller;
  type: string;
  terms: Terms;
  /** The numbers of the shards that were unreachable so far. */
  missing: ReadonlySet<number>;
  find(named: NamedSites): Promise<Sites>;
  write(build: Build, details?: Details): Promise<Statement>;
}

/** How a report or an export is requested. */
export interface Question<Own extends Parameters> {
  kind: EndpointKind;
  /** Below /api/v1. */
  path: string;
  /** Parameters of this endpoint only; they may redeclare common ones. */
  parameters: Own;
  /** Replaces the range, for endpoints without one. */
  range?: ((now: number) => Range) | undefined;
  /** Set when `compare` adds to each row its count in another range. */
  compared?: true | undefined;
  typeOf(values: CommonValues & Values<Own>): string;
}

export type Handler = (deps: HandlerDeps) => RequestHandler;

/** A request as endpoints read it, over HTTP or not. */
export interface Incoming {
  query: Query;
  /** The parameters in the path. */
  inPath: Query;
  caller: Caller;
  /** Aborts when no caller waits for the response any more. */
  left: AbortSignal;
  accepts(type: string): boolean;
  /** Receives the numbers of missing shards. */
  isPartial(missing: readonly string[]): void;
}

/** A handler that parses a request and sends its response. A caller who has left gets none, and no error is logged. */
export function handlerOf<Own extends Parameters>(
  question: Question<Own>,
  answer: (asked: Asked<Own>, deps: HandlerDeps, req: Request, res: Response) => Promise<void>,
): Handler {
  return (deps) => async (req, res) => {
    const left = callerLeft(res);
    try {
      refuseMalformed(req.originalUrl);
      const incoming: Incoming = {
        query: req.query,
        inPath: req.params,
        caller: callerOf(res),
        left,
        accepts: (type) => accepts(req, type),
        isPartial: (missing) => res.set('X-Partial', [...missing]),
      };
      await answer(await readRequest(question, deps, incoming), deps, req, res);
    } catch (error) {
      if (!left.aborted) throw error;
    }
  };
}

/** @throws HttpError 400 that names the invalid parameter; 406 */
export async function readRequest<Own extends Parameters>(
  { kind, path, parameters, range: ownRange, compared, typeOf }: Question<Own>,
  { clickhouse, clock, limits, metrics, readDayStates, knownSites, sitesNow, shards }: HandlerDeps,
  { query, inPath, caller, left, accepts, isPartial }: Incoming,
): Promise<Asked<Own>> {
  const now = clock();
  const declared = { ...commonParameters, ...(compared && listParameters), ...parameters };
  refuseUnknown(query, declared);
  const sent: CommonValues & Values<Own> = readParameters({ ...query, ...inPath }, declared);
  const named = resolveRange(sent, now); // checked even where it is replaced
  const range = ownRange?.(now) ?? named;
  const comparison = compared && requestedComparison(query, sent, range);
  const type = typeOf(sent);
  if (!accepts(type)) {
    const what = kind === 'report' ? 'report' : 'file';
    throw new HttpError('not_acceptable', `The ${what} is ${type}, which Accept excludes.`);
  }
  const listed = sitesNow();
  const missing = new Set<number>();
  const terms: Terms = {
    limits: limits.report,
    left,
    readRows: (rows) => metrics.countRowsRead(path, rows),
    shards,
    missing(shard) {
      missing.add(shard);
      isPartial(partialMeta([...missing]).partial ?? []);
    },
  };
  const find = (named: NamedSites) => findSites(named, caller.sites, listed, () => knownSites(terms));
  const sites = await find(sent.siteId);
  const withGoals = withNamedGoals(sent, sites.ids, listed, declared);
  const values = await withMeantPages(withGoals, sites.ids, listed, (pages) =>
    storedPages(clickhouse, pages, { sites, cluster: shards }, terms),
  );
  const write = async (build: Build, details: Details = {}) => {
    const period = details.range ?? range;
    const asked = { sites, range, period, filters: values.filter, bucketStarts: [period.start] };
    const rules = columnRulesIn(listed);
    const about = { ...asked, ...details, now, comparison, rules, cluster: shards };
    await ownTurn();
    const statement = await statementOf(build, about, readDayStates, terms);
    await ownTurn();
    return statement;
  };
  return { values, range, comparison, now, sites, listed, caller, type, terms, missing, find, write };
}
