import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The benchmark's figures for a machine, by the names that it writes, which have the unit. */
const figureNames = {
  'ingest: CPU seconds a ping, one a request': 'ingest',
  'ingest: pings a second, one a request': 'ingest',
  'ingest: resident bytes after the load': 'ingest',
  'consumer: CPU seconds a ping': 'consumer',
  'consumer: CPU seconds a ping in ClickHouse': 'consumer',
  'consumer: pings a second': 'consumer',
  'consumer: bytes a message': 'consumer',
  'consumer: resident bytes of ClickHouse after the load': 'consumer',
  'disk: pageviews stored': 'disk',
  'disk: pings a pageview': 'disk',
  'disk: bytes of raw pings a pageview': 'disk',
  'disk: bytes of other tables a pageview': 'disk',
} as const;

export type FigureName = keyof typeof figureNames;

export interface Figures {
  machine: string;
  of: (name: FigureName) => number;
}

const file = z.object({
  machine: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.number().positive() })),
});

/** Reads the output of `npm run bench -- --json <file>`; with several sizes, the last one. @throws an Error with what is missing and how to measure it */
export function readFigures(path: string): Figures {
  const measured = file.safeParse(parsed(path));
  if (!measured.success) {
    throw new Error(
      `${path} has no figures of a benchmark. ${remedy(new Set(Object.values(figureNames)), path)}`,
    );
  }
  const { machine, facts } = measured.data;
  const values = new Map(facts.map(({ name, value }) => [name, value]));
  const missing = Object.entries(figureNames).filter(([name]) => !values.has(name));
  if (missing.length > 0) {
    const names = missing.map(([name]) => `"${name}"`).join(', ');
    throw new Error(`${path} lacks ${names}. ${remedy(new Set(missing.map(([, part]) => part)), path)}`);
  }
  return { machine, of: (name) => values.get(name) ?? Number.NaN };
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(
      `${path} cannot be read (${reason}). ${remedy(new Set(Object.values(figureNames)), path)}`,
    );
  }
}

const remedy = (parts: ReadonlySet<string>, path: string) =>
  `Measure on a machine like those that will be used: npm run bench -- --only ${[...parts].join(',')} --json ${path}`;
