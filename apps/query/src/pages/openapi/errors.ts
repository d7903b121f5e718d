import { errorCodes } from '@tallyhouse/service';
import { z } from 'zod';
import { jsonSchema } from './schemas.ts';

export const errorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    parameter: z.string().optional().describe('The invalid parameter.'),
    current: z
      .unknown()
      .optional()
      .describe('With conflict: the thing as it stands, null when there is none.'),
  }),
});

/** The schema `Error` of the description. */
export const errorSchema = jsonSchema(errorBody);

export const errorSchemaRef = { $ref: '#/components/schemas/Error' };

const whenToComeBack = {
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
};

/** The error responses of every endpoint, by status. */
export const errorResponses: Record<string, ReturnType<typeof error>> = {
  400: error('A parameter is unknown, or its value is invalid.'),
  401: error('The key is missing, wrong or expired.', {
    'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } },
  }),
  403: error('The key lacks the right to this endpoint.'),
  404: error('There is nothing at this path.'),
  406: error('Accept excludes the media type of the response.'),
  429: error(
    "Too many wrong keys from the caller's address, or more requests than the key allows.",
    whenToComeBack,
  ),
  431: error('The address and headers are too large.'),
  500: error('Internal error; see the log output of the service.'),
  503: error(
    'The database is unreachable or short of memory, or there are too many concurrent requests.',
    whenToComeBack,
  ),
  504: error('The query took too long.'),
};

export function error(description: string, headers?: Record<string, object>) {
  return {
    description,
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema: errorSchemaRef } },
  };
}
