import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@tallyhouse/service';
import { z } from 'zod';

const manifestFile = 'manifest.json';
/** 2: of shards. Programs that know 1 alone must not restore a part. */
const formats = { ofServer: 1, ofShards: 2 } as const;
const newestFormat = formats.ofShards;

const offset = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text));

const shape = z.object({
  /** Raised when this program could not read an earlier form. */
  format: z.union([z.literal(formats.ofServer), z.literal(formats.ofShards)]),
  /** The name of its folder. */
  name: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Versions of the program and of ClickHouse. */
  program: z.string(),
  clickhouse: z.string(),
  database: z.string(),
  migrations: z.array(z.object({ version: z.number(), name: z.string(), checksum: z.string() })).min(1),
  /** RETENTION_PINGS of the database: days; 0 for ever. */
  retention_pings: z.number(),
  /** The backup that this one adds to; null: it is a full one. */
  base: z.string().nullable(),
  /** Where ClickHouse wrote: below the folder itself (embedded), at a path of the server, or on a disk of it. */
  location: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('inside') }),
    z.object({ kind: z.literal('path'), path: z.string() }),
    z.object({ kind: z.literal('disk'), disk: z.string() }),
  ]),
  /** The shards that belong together: the id of their cluster, and which of them has which part of the log. Absent: one server. */
  shards: z
    .object({
      cluster: z.string(),
      count: z.number(),
      map: z.array(z.object({ partition: z.number(), fromOffset: offset, shard: z.number() })).min(1),
    })
    .optional(),
  /** Rows when it began; of all shards together. */
  tables: z.array(z.object({ name: z.string(), rows: z.number() })).min(1),
  /** Of ClickHouse's files: all, and those that this backup added to its base. */
  bytes: z.object({ all: z.number(), added: z.number() }),
  log: z.object({
    /** For each partition: `committed`, up to which ClickHouse had everything, and the end of the messages in messages.gz. */
    partitions: z.array(z.object({ partition: z.number(), committed: offset, end: offset })),
    messages: z.number(),
  }),
  files: z.object({
    sites: z.boolean(),
    secrets: z.boolean(),
    /** The sites of which it has what imports remember. */
    imports: z.array(z.string()).default([]),
  }),
});

/** What a backup is. It is written last: a folder without it is no backup. */
export type Manifest = z.output<typeof shape>;

/** Writes the manifest atomically. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shards of a backup, in their order; `undefined` alone for one server. */
export const shardsIn = ({ shards }: Pick<Manifest, 'shards'>): (number | undefined)[] =>
  shards === undefined ? [undefined] : Array.from({ length: shards.count }, (_, index) => index + 1);
