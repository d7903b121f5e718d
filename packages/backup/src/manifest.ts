import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, writeWhole } from '@tallyhouse/service';
import { z } from 'zod';
import { stateName } from './import-states.ts';

const manifestFile = 'manifest.json';
/** Names sort by time. */
export const backupName = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/, 'the time of a backup, such as 2026-11-21T09-30-00-000Z');
/** 2: shards. Programs that only know 1 must not restore a part. */
const formats = { ofServer: 1, ofShards: 2 } as const;
const newestFormat = formats.ofShards;

/** For messages: characters that a terminal does not interpret. */
const line = z.string().regex(/^\P{Cc}*$/u, 'a text without control characters');
/** A table or database name that is safe in SQL. */
const identifier = z.string().regex(/^[A-Za-z_]\w{0,63}$/, 'a name of letters, digits and _');
const count = z.int().min(0);
const offset = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform((text) => BigInt(text));

/** Anyone who can write to the folder of backups can write this file: never use its texts as a path or as SQL. */
const shape = z.object({
  /** Increased when this program can no longer read an earlier form. */
  format: z.union([z.literal(formats.ofServer), z.literal(formats.ofShards)]),
  /** The name of its folder. */
  name: backupName,
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Versions of the program and of ClickHouse. */
  program: line,
  clickhouse: line,
  database: identifier,
  migrations: z.array(z.object({ version: z.number(), name: line, checksum: z.string() })).min(1),
  /** RETENTION_PINGS of the database: days; 0 for no limit. */
  retention_pings: count,
  /** The base of this backup; null for a full one. */
  base: backupName.nullable(),
  /** Where ClickHouse wrote: in the folder itself (embedded), to a path of the server, or to one of its disks. */
  location: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('inside') }),
    z.object({ kind: z.literal('path'), path: line }),
    z.object({ kind: z.literal('disk'), disk: line }),
  ]),
  /** The shards: the id of their cluster, and the map of the log. Missing for one server. */
  shards: z
    .object({
      cluster: line,
      count: z.int().min(1).max(10_000),
      map: z.array(z.object({ partition: count, fromOffset: offset, shard: count })).min(1),
    })
    .optional(),
  /** Rows at its start, over all shards. */
  tables: z.array(z.object({ name: identifier, rows: count })).min(1),
  /** The number of ClickHouse's files: all, and those that this backup added to its base. */
  bytes: z.object({ all: count, added: count }),
  log: z.object({
    /** For each partition: `committed`, up to which ClickHouse had everything, and the end of the messages in messages.gz. */
    partitions: z.array(z.object({ partition: count, committed: offset, end: offset })),
    messages: count,
  }),
  files: z.object({
    sites: z.boolean(),
    secrets: z.boolean(),
    /** The folders with saved states of imports. */
    imports: z.array(z.string().regex(stateName, 'the id of a site')).default([]),
  }),
});

/** The manifest of a backup. It is written last: a folder without it is not a backup. */
export type Manifest = z.output<typeof shape>;

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const format = manifest.shards === undefined ? formats.ofServer : formats.ofShards;
  const text = JSON.stringify(
    { format, ...manifest },
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    2,
  );
  await writeWhole(join(folder, manifestFile), `${text}\n`);
}

/** The manifest of a backup's folder; undefined when there is none. @throws an Error when it cannot be read */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const path = join(folder, manifestFile);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new Error(`${path} cannot be read: ${error.message}.`, { cause: error });
  });
  if (text === undefined) return undefined;
  const found = parseJson(text);
  const known = z.object({ format: z.number() }).safeParse(found);
  if (known.success && known.data.format > newestFormat) {
    throw new Error(
      `${path} was written by a newer Tallyhouse (format ${known.data.format}; this program reads ${newestFormat}). Upgrade this program.`,
    );
  }
  const parsed = shape.safeParse(found);
  if (parsed.success) return parsed.data;
  throw new Error(`${path} is damaged: ${z.prettifyError(parsed.error)}`);
}

/** The shards of a backup, in their order; only `undefined` for one server. */
export const shardsIn = ({ shards }: Pick<Manifest, 'shards'>): (number | undefined)[] =>
  shards === undefined ? [undefined] : Array.from({ length: shards.count }, (_, index) => index + 1);
