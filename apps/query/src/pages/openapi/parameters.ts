import type { Parameter, RepeatedParameter } from '../../parameters/parameter.ts';

export interface ParameterObject {
  name: string;
  in: 'query' | 'path';
  description: string;
  required?: boolean;
  explode?: boolean;
  schema: object;
}

/** A parameter in the description. */
export function parameterObject(parameter: Parameter | RepeatedParameter): ParameterObject {
  const { name, description, accepts, schema, default: text } = parameter;
  const about = {
    name,
    in: parameter.in ?? 'query',
    description: `${description} Accepts ${accepts}.`,
  } as const;
  if ('most' in parameter) {
    const { least, most } = parameter;
    return {
      ...about,
      ...(least !== undefined && { required: true }),
      explode: true,
      schema: {
        type: 'array',
        items: schema,
        ...(least !== undefined && { minItems: least }),
        maxItems: most,
      },
    };
  }
  const given = schema.type === 'integer' ? Number(text) : text;
  return {
    ...about,
    ...('required' in parameter ? { required: true } : {}),
    schema: text === undefined ? schema : { ...schema, default: given },
  };
}
