import type { ClickHouseClient } from '@clickhouse/client';
import type { SendConfig } from '@tallyhouse/alerts';
import type { Right } from '@tallyhouse/service';
import type { SiteFiles } from '@tallyhouse/sites';
import type { z } from 'zod';
import type { Terms } from '../../database/database.ts';
import type { Parameters } from '../../parameters/parameter.ts';
import type { Caller } from '../caller.ts';
import type { Conditions } from './conditions.ts';

/** What is managed under a path of /api/manage/v1. */
export interface Resource {
  path: string;
  /** The file that it is in; undefined: the database. */
  file?: 'sites' | 'keys' | 'alerts';
  operations: Partial<Record<Method, Operation>>;
}

export type Method = 'get' | 'put' | 'post' | 'delete';

/** One method of a path. */
export interface Operation {
  id: string;
  summary: string;
  /** A right that is enough for it, besides `manage`. */
  right?: Right;
  /** Set when it changes nothing, though it is a POST: it needs no file that can be written. */
  isReading?: true;
  /** Parameters of its address; none by default. */
  parameters?: Parameters;
  /** The form of the body. */
  body?: z.ZodType;
  /** Status and schema of `data` when it is done; undefined: an answer without a body. */
  done: { status: 200 | 201; data: z.ZodType } | undefined;
  run(request: ManageRequest, deps: ManageDeps): Promise<Done>;
}

export interface ManageDeps {
  /** The files, as they are now. */
  files: SiteFiles;
  /** Ids of the sites that have pings. @param left aborts when the caller has left */
  sitesWithPings(left: AbortSignal): Promise<readonly string[]>;
  annotations: AnnotationDeps;
  /** How alerts are sent. */
  sending: SendConfig;
  /** Where people reach the dashboard. */
  dashboardUrl(): string;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Where annotations are. */
interface AnnotationDeps {
  /** The server that has them. */
  home: ClickHouseClient;
  /** Why they cannot be written; undefined when they can. */
  whyReadOnly: string | undefined;
  terms(left: AbortSignal): Terms;
}

interface ManageRequest {
  caller: Caller;
  /** The id or name in the path; empty when it has none. */
  named: string;
  /** The page that is asked for, where the operation takes them. */
  values: { limit: number; offset: number };
  conditions: Conditions;
  left: AbortSignal;
  /** Reads the body. @throws HttpError 400 that names what is wrong in it, 413, 415 */
  body<Body>(shape: z.ZodType<Body>): Promise<Body>;
}

interface Done {
  /** Set when it differs from that of the operation. */
  status?: 201;
  data?: unknown;
  /** Extends `meta`. */
  meta?: object;
  /** The ETag of what is answered. */
  tag?: string;
}

/** The file of a request that changes one: a request without a file is refused before. */
export function fileOf<File>(file: File | undefined): File {
  if (file === undefined) throw new Error('there is no file to change');
  return file;
}
