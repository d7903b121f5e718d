import { z } from 'zod';

const described = z.object({ content: z.record(z.string(), z.object({ schema: z.json() })) });
const reference = z.object({ $ref: z.string() });

const apiDocument = z.object({
  paths: z.record(
    z.string(),
    z.object({
      // Other methods belong to ingest, which is another server.
      get: z.object({ responses: z.record(z.string(), z.union([described, reference])) }).optional(),
    }),
  ),
  components: z.object({
    responses: z.record(z.string(), described),
    schemas: z.record(z.string(), z.unknown()),
  }),
});

export class Description {
  readonly #document: z.output<typeof apiDocument>;
  readonly #schemas = new Map<string, z.ZodType>();

  constructor(document: unknown) {
    this.#document = apiDocument.parse(document);
  }

  /** @throws an Error that shows how a response to `GET <path>` differs from its description */
  check(path: string, status: number, contentType: string, body: unknown): void {
    const template = Object.keys(this.#document.paths).find((known) => matches(known, path));
    if (template === undefined) return; // it is no endpoint
    const type = contentType.replace(/;.*/, '');
    const key = `${template} ${status} ${type}`;
    const schema = this.#schemas.get(key) ?? this.#schema(template, status, type);
    if (schema === undefined) throw new Error(`GET ${key} is not in the description`);
    this.#schemas.set(key, schema);
    const result = schema.safeParse(body);
    if (!result.success) throw new Error(`GET ${key} is not as described:\n${z.prettifyError(result.error)}`);
  }

  #schema(template: string, status: number, type: string): z.ZodType | undefined {
    const response = this.#document.paths[template]?.get?.responses[status];
    if (response === undefined) return undefined;
    const { content } = '$ref' in response ? this.#referred(response.$ref) : response;
    const schema = content[type]?.schema;
    return schema === undefined ? undefined : z.fromJSONSchema(this.#whole(schema));
  }

  /** A schema with its references resolved. */
  #whole(schema: unknown): z.core.JSONSchema.JSONSchema {
    return JSON.parse(JSON.stringify(schema), (_key, value) => {
      if (typeof value?.$ref !== 'string') return value;
      return this.#whole(this.#document.components.schemas[value.$ref.replace('#/components/schemas/', '')]);
    });
  }

  #referred(ref: string) {
    const response = this.#document.components.responses[ref.replace('#/components/responses/', '')];
    if (response === undefined) throw new Error(`${ref} refers to nothing`);
    return response;
  }
}

/** Whether a path matches a template such as `/api/v1/pages/{page}/engagement`. */
function matches(template: string, path: string): boolean {
  const form = template.replace(/[.+]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${form}$`).test(path);
}
