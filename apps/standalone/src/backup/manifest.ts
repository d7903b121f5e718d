import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '@tallyhouse/service';
import { z } from 'zod';

const manifestFile = 'manifest.json';
const format = 1;

const offset = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text));

const shape = z.object({
  /** Raised when this program could not read an earlier form. */
  format: z.literal(format),
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
  /** Rows when it began. */
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
  if (known.success && known.data.format > format) {
    throw new Error(
      `${path} was written by a newer Tallyhouse (format ${known.data.format}; this program reads ${format}). Upgrade this program.`,
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
