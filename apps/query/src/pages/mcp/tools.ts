import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import type { Endpoint } from '../../endpoints/define/endpoint.ts';
import type { Parameter } from '../../parameters/parameter.ts';
import { commonParameters } from '../../parameters/read.ts';
import { parameterObject } from '../openapi/parameters.ts';

/** An endpoint as a tool. */
export interface Tool {
  endpoint: Endpoint & Required<Pick<Endpoint, 'report'>>;
  /** By the names of the arguments. */
  parameters: ReadonlyMap<string, Parameter>;
  definition: ToolDefinition;
}

export function toolsOf(endpoints: readonly Endpoint[]): ReadonlyMap<string, Tool> {
  const tools = endpoints.flatMap(({ report, ...endpoint }) =>
    report === undefined ? [] : toolOf({ ...endpoint, report }),
  );
  return new Map(tools.map((tool) => [tool.definition.name, tool]));
}

function toolOf(endpoint: Tool['endpoint']): Tool {
  const { path, description, parameters: declared } = endpoint;
  const parameters = Object.values(declared).map((parameter): [string, Parameter] => [
    parameter.in === 'path' ? argumentOf(path, parameter.name) : parameter.name,
    parameter,
  ]);
  const required = parameters.filter(([, parameter]) => parameterObject(parameter).required);
  return {
    endpoint,
    parameters: new Map(parameters),
    definition: {
      name: nameOf(path),
      description,
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          parameters.map(([name, parameter]) => [name, propertyOf(parameter)] as const),
        ),
        required: required.map(([name]) => name),
        additionalProperties: false,
      },
    },
  };
}

/** `/pages/:encoded_page_path/engagement` is `page_engagement`. */
const nameOf = (path: string) =>
  path
    .slice(1)
    .replaceAll(/s?\/:\w+/g, '')
    .replaceAll(/[-/]/g, '_');

/** Names a part of a path after the list before it: `page` for `/pages/:encoded_page_path`. */
const argumentOf = (path: string, name: string) => path.split(`s/:${name}`)[0]?.split('/').at(-1) ?? name;

const common: ReadonlySet<Parameter> = new Set(Object.values(commonParameters));

/**
 * The schema of an argument. The instructions (`aboutCommon`) describe the common arguments; here the first sentence suffices, without a
 * pattern, because every tool's description fills the assistant's context.
 */
function propertyOf(parameter: Parameter): { [keyword: string]: string | number } {
  const { pattern, ...plain } = parameter.schema;
  const isCommon = common.has(parameter);
  const { schema, description } = parameterObject(isCommon ? { ...parameter, schema: plain } : parameter);
  return { ...schema, description: isCommon ? firstSentence(parameter.description) : description };
}

const firstSentence = (text: string) => text.replace(/\. .*/s, '.');

/** The common arguments, one per line. */
export const aboutCommon = Object.values(commonParameters)
  .map((parameter) => `- ${parameter.name}: ${parameterObject(parameter).description}`)
  .join('\n');
