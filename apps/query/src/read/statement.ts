import { render, type Statement } from '@tallyhouse/sql';
import type { Terms } from '../database.ts';
import type { About } from './about.ts';
import type { FindTrusted } from './find-trusted.ts';
import { type Build, createReader, wantedBy } from './reader.ts';
import { hullOf, spanOf } from './spans.ts';

/** Writes a query of a report, which reads each day from the tables that have its rows. */
export async function statementOf(
  build: Build,
  about: About & { now: number },
  findTrusted: FindTrusted,
  terms: Terms,
): Promise<Statement> {
  const wanted = wantedBy(build, about);
  const { from, until } = hullOf([about.range, ...wanted.map(({ range }) => range)].map(spanOf));
  const sets = wanted.map(({ tables }) => tables);
  const trusted = await findTrusted(sets, about.sites, { start: from, end: until }, terms);
  return render(build(createReader(about, trusted)), about.cluster);
}
