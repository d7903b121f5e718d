import { siteIdForm } from '@tallyhouse/ping';
import { accountOf, errorsOfIngest, type IngestOperation, invalid } from './ingest-operation.ts';

const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });

const line = {
  type: 'object',
  description: 'One request of a page. The names in logs of Cloudflare and CloudFront are taken as well.',
  properties: {
    timestamp: {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'integer', format: 'int64' },
      ],
      description: 'When it happened: ISO 8601 with an offset, or milliseconds since 1970.',
    },
    path: text('Path or URL. Its query is taken off.'),
    status: {
      anyOf: [
        { type: 'integer', minimum: 100, maximum: 599 },
        { type: 'integer', const: 0 },
        { type: 'string', pattern: '^(000|[1-5][0-9]{2})$' },
      ],
      description: 'Status of the response; 0 or 000 where there was none.',
    },
    user_agent: text('User agent; it may be empty.'),
    ip: text('IPv4 or IPv6 address.'),
    site_id: text('Without it the site whose hosts name the host, else blog.', {
      pattern: `^${siteIdForm}$`,
    }),
    host: text('Name of the host.'),
    referrer: text('Referrer.'),
    method: text('Method.', { default: 'GET' }),
    content_type: text('Type of the response: decides whether the request was for a page.'),
    id: text('Requests of a site with one id count once. Without it the same line counts once.', {
      minLength: 1,
      maxLength: 64,
    }),
  },
  required: ['timestamp', 'path', 'status', 'user_agent', 'ip'],
};

/** A line. */
export const crawlExample = {
  timestamp: '2026-11-20T09:00:00Z',
  path: '/bread',
  status: 200,
  user_agent: 'GPTBot/1.2',
  ip: '203.0.113.9',
};

const reasons = ['asset', 'redirect', 'unanswered', 'method', 'foreign_host', 'unknown_site'];
const notPages = 'Lines that were understood, and are no requests of pages of a known site.';
const account = accountOf('line', notPages, reasons);

const errors = {
  400: 'A line is invalid: `errors` says why. The other lines are stored, unless the key is not for the site of one.',
  401: 'The key is missing, wrong or expired.',
  415: 'The body has another type than application/x-ndjson, application/json or text/plain, or another encoding than gzip.',
};

export const crawlOperation: IngestOperation = {
  tags: ['pings'],
  security: [{ key: [] }],
  operationId: 'send_crawls',
  summary:
    'Stores requests of pages by crawlers and persons, as JSON lines. It responds once the log has them durably.',
  requestBody: {
    required: true,
    content: { 'application/x-ndjson': { schema: line, example: crawlExample } },
  },
  responses: {
    202: {
      description: 'Stored durably, known already, or dropped for the reasons that are named.',
      content: {
        'application/json': {
          schema: { type: 'object', properties: account, required: ['accepted', 'dropped'] },
          example: { accepted: 1, dropped: [] },
        },
      },
    },
    ...errorsOfIngest({ ...account, errors: invalid('line') }, errors),
  },
};
