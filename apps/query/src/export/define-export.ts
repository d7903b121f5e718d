import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { callerLeft, callerOf } from '../caller.ts';
import type { Endpoint, HandlerDeps } from '../endpoint.ts';
import { withMeantPages } from '../filter/meant-pages.ts';
import { storedPages } from '../filter/stored-pages.ts';
import { withNamedGoals } from '../goal/named-goals.ts';
import { columns } from '../parameters/columns.ts';
import { format } from '../parameters/format.ts';
import { raw } from '../parameters/raw.ts';
import { commonParameters } from '../parameters/read.ts';
import { partialMeta } from '../reply.ts';
import { readRequest } from '../report-request.ts';
import { findSites } from '../sites/sites.ts';
import { fileName } from './file-name.ts';
import { formats } from './format.ts';
import { send } from './send.ts';

export interface ExportDefinition {
  /** Names the rows; the last segment of the path, and part of the file name. */
  name: string;
  description: string;
  /** The columns in order, as in JSON Lines. */
  row: z.ZodObject;
  /** Properties of sessions that follow the columns with `columns=all`. */
  properties?: z.ZodObject;
  /**
   * May use the parameters of `statement` (report-request.ts), and `{defuse:Bool}`: whether to keep text from running as a
   * formula; and `{personal:Bool}`: whether the caller may have addresses. Of several sites `site_id` replaces `{site}`, before the other columns. With `columns=all` the properties replace a block comment that says `properties`, behind the other columns. They
   * are read from `session_rows`, and pass through the function `defused`.
   */
  sql: string;
}

/** Declares an export: `GET /api/v1/export/<name>`, which responds with a file of all rows. */
export function defineExport({ name, description, row, properties, sql }: ExportDefinition): Endpoint {
  const parameters = { format, raw, columns };
  const more = Object.keys(properties?.shape ?? {});
  const handler =
    ({
      clickhouse,
      logger,
      clock,
      limits,
      metrics,
      findTrusted,
      knownSites,
      sitesNow,
      shards,
    }: HandlerDeps): RequestHandler =>
    async (req, res) => {
      const { values, range, statement, settledTables } = readRequest(req, { parameters }, clock(), shards);
      const { contentType, extension, opensInSpreadsheets } = values.format;
      if (!req.accepts(mediaType(contentType))) {
        const message = `The file is ${mediaType(contentType)}, which Accept excludes.`;
        throw new HttpError('not_acceptable', message);
      }
      const { several } = values.siteId;
      const defuse = opensInSpreadsheets && !values.raw;
      const left = callerLeft(res);
      const readRows = (rows: number) => metrics.countRowsRead(`/export/${name}`, rows);
      const lacking: number[] = [];
      const missing = (shard: number) => {
        lacking.push(shard);
        res.set('X-Partial', partialMeta(lacking).partial);
      };
      const caller = callerOf(res);
      const listed = sitesNow();
      const terms = { limits: limits.report, left, readRows, shards, missing };
      const sites = await findSites(values.siteId, caller.sites, listed, () => knownSites(terms));
      const named = withNamedGoals(values, sites.ids, listed, commonParameters); // goals are checked, and ignored
      const { filter } = await withMeantPages({ filter: named.filter }, sites.ids, listed, (pages) =>
        storedPages(
          clickhouse,
          (sql, bindings) => statement(sites, sql, { bindings, filters: [] }),
          pages,
          terms,
        ),
      );
      await send(
        req,
        res,
        { clickhouse, logger, limits: limits.export, left, shards, missing },
        {
          statement: statement(
            sites,
            withColumns(sql, { several, more: values.columns === 'all' ? more : [] }),
            {
              filters: filter,
              trusted: await findTrusted(settledTables(sql, { filters: filter }), sites, range, terms),
              bindings: { defuse, personal: caller.rights.has('personal') },
            },
          ),
          format: values.format,
          headers: {
            'Content-Type': contentType,
            'Content-Disposition': `attachment; filename="${fileName(values, name, range, extension)}"`,
          },
        },
      );
    };
  const names = [
    Object.keys(row.shape).join(', '),
    'before them site_id, when the request names several sites, a group or *',
    ...(more.length > 0 ? [`with columns=all ${more.join(', ')}`] : []),
  ].join('; ');
  return {
    kind: 'export',
    path: `/export/${name}`,
    description,
    parameters: { ...commonParameters, ...parameters },
    content: {
      [mediaType(formats.csv.contentType)]: z.string().describe(`A header line; the columns are ${names}.`),
      [mediaType(formats.jsonl.contentType)]: z.string().describe(`One object per line, with ${names}.`),
      [mediaType(formats.parquet.contentType)]: z.string().describe(`The columns ${names}.`),
    },
    handler,
  };
}

function withColumns(sql: string, { several, more }: { several: boolean; more: readonly string[] }): string {
  const columns = more.map((name) => `, defused(session_rows.${name}) as ${name}`);
  return sql.replaceAll('{site}', several ? 'site_id,' : '').replace('{properties}', columns.join(''));
}

function mediaType(contentType: string): string {
  return contentType.replace(/;.*/, '');
}
