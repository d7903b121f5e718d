import type { ClickHouseClient } from '@clickhouse/client';
import type { SendConfig } from '@tallyhouse/alerts';
import type { Right } from '@tallyhouse/service';
import type { SiteFiles } from '@tallyhouse/sites';
import type { z } from 'zod';
import type { Terms } from '../../database/database.ts';
import type { Parameters } from '../../parameters/parameter.ts';
import type { Caller } from '../caller.ts';
import type { Conditions } from './conditions.ts';

/** A resource under /api/manage/v1. */
export interface Resource {
  path: string;
  /** The file that it is in; undefined for the database. */
  file?: 'sites' | 'keys' | 'alerts';
  operations: Partial<Record<Method, Operation>>;
}

export type Method = 'get' | 'put' | 'post' | 'delete';

/** One method of a path. */
export interface Operation {
  id: string;
  summary: string;
  /** A right that suffices for it, besides `manage`. */
  right?: Right;
  /** Set for a POST that changes nothing: it needs no writable file. */
  isReading?: true;
  parameters?: Parameters;
  body?: z.ZodType;
  /** Status and schema of `data`; undefined for a response without a body. */
  done: { status: 200 | 201; data: z.ZodType } | undefined;
  run(request: ManageRequest, deps: ManageDeps): Promise<Done>;
}

export interface ManageDeps {
  /** The files, as they are now. */
  files: SiteFiles;
  /** Ids of the sites that have pings. @param left aborts when the caller disconnects */
  sitesWithPings(left: AbortSignal): Promise<readonly string[]>;
  annotations: AnnotationDeps;
  /** How alerts are sent. */
  sending: SendConfig;
  /** Where people reach the dashboard. */
  dashboardUrl(): string;
  /** Milliseconds since 1970. */
  clock: () => number;
}

interface AnnotationDeps {
  home: ClickHouseClient;
  /** Why they cannot be written; undefined if they can. */
  whyReadOnly: string | undefined;
  terms(left: AbortSignal): Terms;
}

export interface ManageRequest {
  caller: Caller;
  /** The id or name in the path; empty when it has none. */
  named: string;
  /** The requested page, if the operation has pages. */
  values: { limit: number; offset: number };
  conditions: Conditions;
  left: AbortSignal;
  /** Reads the body. @throws HttpError 400 that names what is wrong in it, 413, 415 */
  body<Body>(shape: z.ZodType<Body>): Promise<Body>;
}

interface Done {
  /** Set when it differs from the operation's. */
  status?: 201;
  data?: unknown;
  /** Extends `meta`. */
  meta?: object;
  /** The ETag of the response. */
  tag?: string;
}

/** The file of a request that changes one: a request without a file was refused earlier. */
export function fileOf<File>(file: File | undefined): File {
  if (file === undefined) throw new Error('there is no file to change');
  return file;
}
