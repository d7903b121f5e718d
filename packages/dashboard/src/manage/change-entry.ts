import { type Ask, type Entry, entryIn, entryPath, isConflict, over } from './client.ts';

export const mostTries = 5;

/**
 * Changes one part of a site's entry, even if other parts change concurrently; creates the entry if necessary.
 * @returns why it was not done, for the reader; undefined when it was
 */
export async function changeEntry(
  ask: Ask,
  site: string,
  change: (entry: Entry) => Entry,
): Promise<string | undefined> {
  const path = entryPath(site);
  const read = await ask<Entry>({ path });
  if (read.kind === 'refused' && read.status !== 404) return read.words;
  let [entry, tag] = read.kind === 'ok' ? [read.data, read.tag] : [{}, undefined];
  for (let tries = 1; ; tries++) {
    const answer = await ask({ method: 'PUT', path, body: change(entry), conditions: over(tag) });
    if (answer.kind !== 'refused') return undefined;
    if (!isConflict(answer) || tries === mostTries) return answer.words;
    [entry, tag] = [entryIn(answer.current) ?? {}, answer.tag];
  }
}

/** A copy of the named values with one added, replaced, or, when undefined, removed. */
export function withNamed<Value>(
  named: Readonly<Record<string, Value>> | undefined,
  name: string,
  value: Value | undefined,
): Record<string, Value> | undefined {
  const { [name]: _gone, ...others } = named ?? {};
  const next = value === undefined ? others : { ...named, [name]: value };
  return Object.keys(next).length > 0 ? next : undefined;
}
