import { errorSchema, errorSchemaRef } from './errors.ts';

/** The description of an operation of ingest, which is another server. */
export interface IngestOperation {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

const about: Readonly<Record<number, string>> = {
  400: 'A ping is invalid: `parameter` names the field. The valid pings of a batch are stored.',
  401: 'A key was sent that is not a key of this server, or has expired. Credentials of other schemes than Bearer count as none.',
  403: 'The key lacks the right `send`.',
  413: 'The body is too large.',
  415: 'The body has another type than application/json or text/plain, or another encoding than gzip.',
  429: 'Over the limit of the address, the site or the key, or too many wrong keys. Retry after Retry-After seconds.',
  503: 'The server is overloaded, the log cannot be reached, or the disk is nearly full. Retry after Retry-After seconds.',
};

const count = (description: string) => ({ type: 'integer', format: 'int64', minimum: 0, description });

/** A list about some of what was sent. @param member the one that each entry has, besides its index */
const listOf = (what: string, description: string, member: string, properties: object) => ({
  type: 'array',
  items: {
    type: 'object',
    properties: { index: count(`The ${what}, from 0.`), ...properties },
    required: ['index', member],
  },
  description,
});

/** The members of an account of what was taken. */
export const accountOf = (what: 'ping' | 'line', dropped: string, reasons: readonly string[]) => ({
  accepted: count(`Number of ${what}s that are stored.`),
  dropped: listOf(what, dropped, 'reason', {
    reason: { type: 'string', enum: reasons, description: 'Why it does not count.' },
  }),
});

/** The list of what was refused. */
export const invalid = (what: 'ping' | 'line') =>
  listOf(what, `What is wrong with each invalid ${what}.`, 'message', {
    parameter: { type: 'string', description: 'The invalid field; missing for the whole.' },
    message: { type: 'string' },
  });

/**
 * Responses of ingest to refused requests, by status.
 * @param partly the account of what was stored all the same, by its members: a 400 has it
 * @param others what they mean where that is not what they mean for pings
 */
export const errorsOfIngest = (partly: Readonly<Record<string, object>> = {}, others: typeof about = {}) =>
  Object.fromEntries(
    Object.entries({ ...about, ...others }).map(([status, description]) => {
      const properties = { ...errorSchema.properties, ...partly };
      const schema = status === '400' ? { ...errorSchema, properties } : errorSchemaRef;
      return [status, { description, content: { 'application/json': { schema } } }];
    }),
  );
