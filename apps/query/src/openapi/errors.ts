import { errorCodes } from '@tallyhouse/service';

export interface ErrorResponse {
  description: string;
  headers?: Record<string, object>;
  content: { 'application/json': { schema: object } };
}

const schema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: errorCodes },
        message: { type: 'string' },
        parameter: { type: 'string', description: 'The parameter at fault.' },
      },
      required: ['code', 'message'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
};

const whenToComeBack = {
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
};

/** What every endpoint may answer instead, by status. */
export const errorResponses: Record<string, ErrorResponse> = {
  400: error('A parameter is unknown, or has a value that is not accepted.'),
  401: error('The key is missing or wrong.', {
    'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } },
  }),
  404: error('There is nothing at this address.'),
  406: error('Accept refuses what the endpoint answers.'),
  429: error("Too many wrong keys came from the caller's address.", whenToComeBack),
  431: error('The address and headers are too large.'),
  500: error('A fault of the service, which is in its log.'),
  503: error('The database is away or short of memory, or too many requests are under way.', whenToComeBack),
  504: error('The query took too long.'),
};

function error(description: string, headers?: Record<string, object>): ErrorResponse {
  return { description, ...(headers ? { headers } : {}), content: { 'application/json': { schema } } };
}
