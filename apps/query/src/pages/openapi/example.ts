import type { JsonSchema } from './schemas.ts';

/** Values that look like those of a blog, by the name of their property. */
const samples: Readonly<Record<string, unknown>> = {
  site_id: 'blog',
  sites: ['blog'],
  timezone: 'UTC',
  filters: [],
  start: '2026-11-14T10:15:00.000Z',
  end: '2026-11-21T10:15:00.000Z',
  page_path: '/bread/no-knead',
  page_title: 'No-knead bread',
  source: 'Google',
  medium: 'organic',
  country: 'NL',
  event: 'Signup',
};

/**
 * An example of a JSON Schema: the samples above where they fit, otherwise the plainest value.
 * @param name of the property that has the value
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { type, items, properties } = schema;
  const sample = samples[name];
  const fits = Array.isArray(sample) ? items?.type === 'string' : typeof sample === type;
  if (fits && schema['enum'] === undefined) return sample;
  const listed = [schema['const'] ?? [], schema['examples'] ?? [], schema['enum'] ?? []].flat();
  if (listed.length > 0) return listed[0];
  for (const choice of ['anyOf', 'oneOf'].flatMap((keyword) => choices(schema[keyword]))) {
    if (choice.type !== 'null') return exampleOf(choice, name);
  }
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([key, value]) => [key, exampleOf(value, key)]),
      );
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 1) }, () => exampleOf(items ?? {}, name));
    case 'integer':
    case 'number':
      return Math.min(Number(schema['maximum'] ?? 42), 42);
    case 'boolean':
      return true;
    case 'string':
      return schema['format'] === 'date' ? '2026-11-21' : 'text';
    default:
      return null;
  }
}

const choices = (schemas: unknown): JsonSchema[] => (Array.isArray(schemas) ? schemas.map(Object) : []);
