import type { ParameterObject } from './parameters.ts';

/** An example address that works: required parameters have the first of their examples or accepted values. */
export function exampleAddress(path: string, parameters: readonly ParameterObject[]): string {
  const query: string[] = [];
  let address = path;
  for (const { name, in: place, required, schema } of parameters) {
    if (!required) continue;
    const texts = examplesIn(schema).map(encodeURIComponent);
    if (place === 'path') address = address.replace(`{${name}}`, texts[0] ?? name);
    else query.push(...texts.map((text) => `${name}=${text}`));
  }
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

interface Accepted {
  examples?: readonly string[];
  enum?: readonly string[];
  /** The values of a repeated parameter. */
  items?: Accepted;
}

function examplesIn({ items, ...one }: Accepted): readonly string[] {
  if (items !== undefined) return items.examples ?? [];
  return [...(one.examples ?? []), ...(one.enum ?? [])].slice(0, 1);
}
