import { z } from 'zod';
import { type Html, html } from '../../reply/html.ts';

/** The part of a JSON Schema that the page shows. */
const shape = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.looseObject({ type: z.string() })).optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

/** The fields of what a schema describes, as nested lists. @param named the schemas that it may refer to */
export function fieldsOf(schema: unknown, named: Readonly<Record<string, unknown>>): Html {
  const { properties, items, description } = read(schema, named);
  if (items !== undefined) return fieldsOf(items, named);
  if (properties === undefined) return description ? html`<p>${description}</p>` : html``;
  return html`<ul>
    ${Object.entries(properties).map(([name, field]) => {
      const { type, anyOf, description: about, items: entries, properties: own } = read(field, named);
      const types = anyOf?.map((one) => one.type) ?? [type ?? 'any'].flat();
      const object = anyOf?.find((one) => one.type === 'object') ?? field;
      const isNested = entries !== undefined || own !== undefined || types.includes('object');
      const nested = isNested ? fieldsOf(entries ?? object, named) : html``;
      return html`<li><code>${name}</code> ${types.join(' or ')}. ${about ?? ''} ${nested}</li>`;
    })}
  </ul>`;
}

/** A schema, or the one that it refers to. */
function read(schema: unknown, named: Readonly<Record<string, unknown>>): z.output<typeof shape> {
  const found = shape.parse(schema ?? {});
  const name = found.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? found : shape.parse(named[name] ?? {});
}
