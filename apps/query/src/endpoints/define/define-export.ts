import { HttpError } from '@tallyhouse/service';
import { join, raw, type Sql, sql } from '@tallyhouse/sql';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { callerLeft, callerOf } from '../../http/caller.ts';
import { columns } from '../../parameters/columns.ts';
import { format } from '../../parameters/format.ts';
import { formats } from '../../parameters/formats.ts';
import { withMeantPages } from '../../parameters/meant-pages.ts';
import { withNamedGoals } from '../../parameters/named-goals.ts';
import { raw as asStored } from '../../parameters/raw.ts';
import { commonParameters } from '../../parameters/read.ts';
import { readRequest } from '../../parameters/report-request.ts';
import { storedPages } from '../../read/filter/stored-pages.ts';
import type { Reader } from '../../read/reader.ts';
import { statementOf } from '../../read/reader.ts';
import { findSites } from '../../read/sites.ts';
import { fileName } from '../../reply/export/file-name.ts';
import { send } from '../../reply/export/send.ts';
import { partialMeta } from '../../reply/reply.ts';
import type { Endpoint, HandlerDeps } from './endpoint.ts';

export interface ExportDefinition {
  /** Names the rows; the last segment of the path, and part of the file name. */
  name: string;
  description: string;
  /** The columns in order, as in JSON Lines. */
  row: z.ZodObject;
  /** Properties of sessions that follow the columns with `columns=all`. */
  properties?: z.ZodObject;
  /** The rows, in the order of the file. */
  rows(read: Reader, file: FileOptions): Sql;
}

/** What a caller wants in a file, and may have. */
export interface FileOptions {
  /** `site_id,` before the other columns, where the request names several sites. */
  site: Sql;
  /**
   * A text as a column of this name. Visitors choose texts, and spreadsheets run text that begins like a formula: with a tab,
   * carriage return, + - = @; the first byte decides. So such a text gets an apostrophe, if a spreadsheet may open the file.
   */
  defused(value: string, name: string): Sql;
  /** Properties of sessions that follow the columns, each with a comma before it. @param from the rows */
  properties(from: string): Sql;
  /** Whether the caller may have addresses. */
  personal: boolean;
}

/** Declares an export: `GET /api/v1/export/<name>`, which responds with a file of all rows. */
export function defineExport({ name, description, row, properties, rows }: ExportDefinition): Endpoint {
  const parameters = { format, raw: asStored, columns };
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
      const { values, range, now } = readRequest(req, { parameters }, clock());
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
        storedPages(clickhouse, pages, { sites, cluster: shards }, terms),
      );
      const file = fileOptions({
        several,
        defuse,
        properties: values.columns === 'all' ? more : [],
        personal: caller.rights.has('personal'),
      });
      await send(
        req,
        res,
        { clickhouse, logger, limits: limits.export, left, shards, missing },
        {
          statement: await statementOf(
            (read) => rows(read, file),
            {
              sites,
              range,
              period: range,
              now,
              bucketStarts: [range.start],
              filters: filter,
              cluster: shards,
            },
            findTrusted,
            terms,
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

interface Choice extends Pick<FileOptions, 'personal'> {
  /** Whether the request names several sites. */
  several: boolean;
  /** Whether to keep texts from running as formulas. */
  defuse: boolean;
  /** Properties of sessions behind the other columns. */
  properties: readonly string[];
}

export function fileOptions({ several, defuse, properties, personal }: Choice): FileOptions {
  const defused = (value: string, name: string) =>
    raw(
      defuse
        ? `if(reinterpretAsUInt8(${value}) in (9, 13, 43, 45, 61, 64), concat('''', ${value}), ${value}) as ${name}`
        : `${value} as ${name}`,
    );
  return {
    site: raw(several ? 'site_id,' : ''),
    defused,
    properties: (from) =>
      join(
        properties.map((property) => sql`, ${defused(`${from}.${property}`, property)}`),
        '',
      ),
    personal,
  };
}

function mediaType(contentType: string): string {
  return contentType.replace(/;.*/, '');
}
