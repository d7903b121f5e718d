import { empty, join, raw, type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { columns } from '../../parameters/columns.ts';
import { format } from '../../parameters/format.ts';
import { type Format, formats } from '../../parameters/formats.ts';
import type { Values } from '../../parameters/parameter.ts';
import { raw as asStored } from '../../parameters/raw.ts';
import { commonParameters } from '../../parameters/read.ts';
import type { Reader } from '../../read/reader.ts';
import { fileName } from '../../reply/export/file-name.ts';
import { send } from '../../reply/export/send.ts';
import type { Endpoint } from './endpoint.ts';
import { handlerOf } from './request.ts';

export interface ExportDefinition {
  /** Names the rows; the last segment of the path, and part of the file name. */
  name: string;
  description: string;
  /** The filters of rows, if other than those of visits. */
  filter?: typeof commonParameters.filter;
  /** The columns in order, as in JSON Lines. */
  row: z.ZodObject;
  /** Properties of sessions that follow the columns with `columns=all`. */
  properties?: readonly string[];
  /** The rows, in the order of the file. */
  rows(read: Reader, file: FileOptions): Sql;
}

/** What a caller requests in a file, and may read. */
export interface FileOptions {
  /** `site_id,` before the other columns, when the request names several sites. */
  site: Sql;
  /**
   * A text column under this name. Visitors choose texts, and spreadsheets run text that begins like a formula: with a tab, carriage
   * return, + - = @; the first byte decides. Such a text gets an apostrophe if a spreadsheet may open the file.
   */
  defused(value: string, name: string): Sql;
  /** Properties of sessions that follow the columns, each with a comma before it. @param from the rows */
  properties(from: string): Sql;
  personal: boolean;
}

/** Declares an export: `GET /api/v1/export/<name>`, which responds with a file of all rows. */
export function defineExport(definition: ExportDefinition): Endpoint {
  const { name, description, row, properties = [], rows, filter = commonParameters.filter } = definition;
  const parameters = { format, raw: asStored, columns, filter };
  const names = [
    Object.keys(row.shape).join(', '),
    'before them site_id, when the request names several sites, a group or *',
    ...(properties.length > 0 ? [`with columns=all ${properties.join(', ')}`] : []),
  ].join('; ');
  const question = {
    kind: 'export',
    path: `/export/${name}`,
    parameters,
    typeOf: ({ format }: Values<typeof parameters>) => mediaType(format),
  } as const;
  return {
    ...question,
    description,
    parameters: { ...commonParameters, ...parameters },
    content: {
      [mediaType(formats.csv)]: z.string().describe(`A header line; the columns are ${names}.`),
      [mediaType(formats.jsonl)]: z.string().describe(`One object per line, with ${names}.`),
      [mediaType(formats.parquet)]: z.string().describe(`The columns ${names}.`),
    },
    handler: handlerOf(question, async ({ values, range, caller, terms, write }, deps, req, res) => {
      const file = fileOptions({
        several: values.siteId.several,
        defuse: values.format.opensInSpreadsheets && !values.raw,
        properties: values.columns === 'all' ? properties : [],
        personal: caller.rights.has('personal'),
      });
      await send(req, res, {
        ...deps,
        ...terms,
        limits: deps.limits.export,
        statement: await write((read) => rows(read, file)),
        format: values.format,
        fileName: fileName(values, name, range, values.format.extension),
      });
    }),
  };
}

interface Choice extends Pick<FileOptions, 'personal'> {
  /** Whether the request names several sites. */
  several: boolean;
  defuse: boolean;
  properties: readonly string[];
}

export const defusedIf =
  (defuse: boolean): FileOptions['defused'] =>
  (value, name) =>
    raw(
      defuse
        ? `if(reinterpretAsUInt8(${value}) in (9, 13, 43, 45, 61, 64), concat('''', ${value}), ${value}) as ${name}`
        : `${value} as ${name}`,
    );

function fileOptions({ several, defuse, properties, personal }: Choice): FileOptions {
  const defused = defusedIf(defuse);
  return {
    site: several ? raw('site_id,') : empty,
    defused,
    properties: (from) =>
      join(
        properties.map((property) => sql`, ${defused(`${from}.${property}`, property)}`),
        '',
      ),
    personal,
  };
}

export const plain = fileOptions({ several: false, defuse: false, properties: [], personal: false });

export const mediaType = ({ contentType }: Format) => contentType.replace(/;.*/, '');
