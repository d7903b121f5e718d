import { z } from 'zod';
import { commonMeta, listMeta } from '../../reply/reply.ts';

/** The parts of a JSON Schema that this code reads. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** The JSON Schema of a response, or of a body ('input'), with the formats of numbers, and without patterns that only JavaScript supports. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (jsonSchema.type === 'integer') jsonSchema.format = 'int64';
      if (jsonSchema.type === 'number') jsonSchema.format = 'double';
      if (jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern;
    },
  });
  return Object(rest);
}

/** The schemas that responses share. */
const sharedMeta = {
  Meta: jsonSchema(z.object(commonMeta)),
  ListMeta: jsonSchema(z.object({ ...commonMeta, ...listMeta })),
};

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** `pages_engagement` as `PagesEngagement`. */
export const typeName = (operationId: string) =>
  operationId.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());

/**
 * Names the parts of a report's schema, so that clients in other languages have types for them: `OverviewReport` with `Meta` and
 * `Overview`, or `PagesReport` with `ListMeta` and a list of `PagesRow`.
 * @returns the named schemas; the first is that of the whole report
 */
export function namedSchemas(operationId: string, report: JsonSchema): Record<string, JsonSchema> {
  const name = typeName(operationId);
  const { meta = {}, data = {} } = report.properties ?? {};
  const known = Object.entries(sharedMeta).find(([, shared]) => isSame(shared, meta))?.[0];
  const metaName = known ?? `${name}Meta`;
  const isList = data.type === 'array' && data.items?.properties !== undefined;
  const dataName = isList ? `${name}Row` : name;
  return {
    [`${name}Report`]: {
      ...report,
      properties: {
        meta: refTo(metaName),
        data: isList ? { ...data, items: refTo(dataName) } : refTo(dataName),
      },
    },
    [metaName]: meta,
    [dataName]: (isList && data.items) || data,
  };
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
