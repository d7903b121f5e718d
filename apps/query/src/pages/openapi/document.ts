import type { Endpoint } from '../../endpoints/define/endpoint.ts';
import { resources } from '../../http/manage/index.ts';
import type { Parameter } from '../../parameters/parameter.ts';
import { commonParameters } from '../../parameters/read.ts';
import type { Tracker } from '../tracker.ts';
import { errorResponses, errorSchema } from './errors.ts';
import { exampleOf } from './example.ts';
import { describeIngest } from './ingest.ts';
import { describeManage } from './manage.ts';
import { parameterObject } from './parameters.ts';
import { type JsonSchema, jsonSchema, namedSchemas, refTo, typeName } from './schemas.ts';

/** An OpenAPI 3.1 document. */
export type ApiDocument = ReturnType<typeof describeApi>;
export type Operation = ReturnType<typeof operation>;

const description =
  'Web analytics: reports as JSON, rows as files. Names are snake_case, times end in _ms or _seconds, percentages are ' +
  '0 to 100, and a metric that has no value (a rate over nothing) is null. Every response has an X-Request-Id.';

/** Describes the API from the declarations of its endpoints. */
export function describeApi(endpoints: readonly Endpoint[]) {
  const described = endpoints.map((endpoint) => ({
    ...endpoint,
    schemas: Object.fromEntries(
      Object.entries(endpoint.content).map(([type, schema]) => [type, jsonSchema(schema)]),
    ),
  }));
  return {
    openapi: '3.1.0',
    info: { title: 'Tallyhouse', version: '1', description },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(
      described.map((endpoint) => [
        `/api/v1${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
        { get: operation(endpoint) },
      ]),
    ),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'API_KEY or ADMIN_PASSWORD, as configured, or a key of KEYS_FILE.',
        },
      },
      parameters: Object.fromEntries(
        Object.values(commonParameters).map((parameter) => [parameter.name, parameterObject(parameter)]),
      ),
      responses: errorResponses,
      schemas: { Error: errorSchema, ...Object.assign({}, ...described.map(namedSchemasOf)) },
    },
  };
}

/** The same with the managing routes, and those of ingest, which have another address. */
export function describeService(api: ApiDocument, tracker: Tracker) {
  const { paths, schemas } = describeIngest(tracker);
  return {
    ...api,
    paths: { ...api.paths, ...describeManage(resources), ...paths },
    components: { ...api.components, schemas: { ...api.components.schemas, ...schemas } },
  };
}

/** An endpoint with the JSON Schemas of its responses, by media type. */
type Described = Endpoint & { schemas: Record<string, JsonSchema> };

function operation({ kind, path, description, parameters, schemas }: Described) {
  const common = new Set<Parameter>(Object.values(commonParameters));
  return {
    operationId: operationIdOf(path),
    tags: [`${kind}s`],
    summary: description,
    parameters: Object.values(parameters).map((parameter) =>
      common.has(parameter)
        ? { $ref: `#/components/parameters/${parameter.name}` }
        : parameterObject(parameter),
    ),
    responses: {
      200: {
        description: kind === 'report' ? 'The report.' : 'The file, with all rows.',
        headers: {
          'X-Request-Id': { description: 'Id of the request in the log output.', schema: { type: 'string' } },
        },
        content: Object.fromEntries(
          Object.entries(schemas).map(([type, schema]) => [type, contentOf(path, type, schema)]),
        ),
      },
      ...Object.fromEntries(
        Object.keys(errorResponses).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

const operationIdOf = (path: string) => path.slice(1).replaceAll(/\/:?/g, '_').replaceAll('-', '_');

/** The named schemas of a report. A file has none: its schema is a string. */
function namedSchemasOf({ path, schemas }: Described): Record<string, JsonSchema> {
  const report = schemas['application/json'];
  return report === undefined ? {} : namedSchemas(operationIdOf(path), report);
}

function contentOf(path: string, type: string, schema: JsonSchema) {
  return type === 'application/json'
    ? { schema: refTo(`${typeName(operationIdOf(path))}Report`), example: exampleOf(schema) }
    : { schema };
}
