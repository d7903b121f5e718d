import { type PingField, pingFields, type Rule, siteIdForm } from '@tallyhouse/ping';
import { dropReasons } from '@tallyhouse/ping/drop-reasons';
import { vitals } from '@tallyhouse/ping/vitals';
import type { Tracker } from '../tracker.ts';
import { crawlOperation } from './crawl.ts';
import { accountOf, errorsOfIngest, type IngestOperation, invalid } from './ingest-operation.ts';
import { refTo } from './schemas.ts';

interface IngestPath {
  servers: { url: string }[];
  get?: IngestOperation;
  post?: IngestOperation;
}

const view = {
  site_id: 'blog',
  url: 'https://blog.example/bread/no-knead',
  page_title: 'No-knead bread',
  referrer: 'https://www.google.com/',
};
const event = {
  site_id: 'blog',
  type: 'event',
  event: 'Signup',
  event_id: 'account-1837',
  props: { plan: 'yearly' },
};

const pings = {
  schema: { anyOf: [refTo('Ping'), { type: 'array', items: refTo('Ping'), minItems: 1, maxItems: 500 }] },
  examples: {
    view: { summary: 'A page was entered', value: view },
    event: { summary: 'Something happened', value: event },
    batch: { summary: 'Several at once', value: [view, event] },
  },
};

/** The routes that receive pings, at the address that browsers use. */
export function describeIngest({ ingestUrl, pingPath }: Tracker): {
  paths: Record<string, IngestPath>;
  schemas: Record<string, object>;
} {
  const servers = [{ url: ingestUrl }];
  const about = { tags: ['pings'], security: [{}, { key: [] }] };
  return {
    paths: {
      [pingPath]: {
        servers,
        post: {
          ...about,
          operationId: 'send_pings',
          summary:
            'Stores a view, an engagement or an event, or a batch of 1 to 500 of them. It responds once the log has them durably.',
          requestBody: { required: true, content: { 'application/json': pings, 'text/plain': pings } },
          responses: {
            202: {
              description: 'Stored durably, or dropped for the reasons that are named.',
              content: {
                'application/json': { schema: refTo('Accepted'), example: { accepted: 1, dropped: [] } },
              },
            },
            ...errorsOfIngest({ ...accepted.properties, rejected: invalid('ping') }),
          },
        },
      },
      [`${pingPath}.gif`]: {
        servers,
        get: {
          ...about,
          operationId: 'send_pixel',
          summary:
            'Stores a view whose fields are in the query, and responds with a transparent pixel. Without url and page_path the page is that of the Referer header.',
          parameters: Object.entries(properties).map(([name, { description, ...schema }]) => ({
            name,
            in: 'query',
            description,
            // Objects are JSON in the query.
            schema: schema['type'] === 'object' ? { type: 'string' } : schema,
          })),
          responses: {
            200: { description: 'The pixel.', content: { 'image/gif': { schema: { type: 'string' } } } },
            ...errorsOfIngest(),
          },
        },
      },
      '/api/crawl': { servers, post: crawlOperation },
    },
    schemas: {
      Ping: {
        type: 'object',
        description: 'A ping needs url or page_path, unless it is an event. null counts as missing.',
        properties,
      },
      Accepted: accepted,
    },
  };
}

const accepted = {
  type: 'object',
  properties: accountOf(
    'ping',
    'Pings that were understood, and dropped by a rule.',
    dropReasons.filter((reason) => reason !== 'forgotten'),
  ),
  required: ['accepted', 'dropped'],
};

const properties: Record<string, { description: string; [keyword: string]: unknown }> = Object.fromEntries(
  Object.entries<PingField>(pingFields).flatMap(([name, { rule, keyed, comment }]) =>
    rule === undefined || rule.kind === 'no field'
      ? []
      : [[name, { ...schemaOf(rule), description: `${comment}.${keyed ? ' With the key only.' : ''}` }]],
  ),
);

/** The schema of a field. Ingest truncates long texts and clamps numbers, so they have no limits here. */
function schemaOf(rule: Exclude<Rule, { kind: 'no field' }>): object {
  switch (rule.kind) {
    case 'site':
      return { type: 'string', pattern: `^${siteIdForm}$`, default: 'blog' };
    case 'ping type':
      return { type: 'string', enum: ['view', 'engage', 'event'], default: 'view' };
    case 'event name':
    case 'event id':
    case 'id':
      return { type: 'string', minLength: 1, maxLength: rule.max };
    case 'props':
      return {
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
        maxProperties: 30,
      };
    case 'revenue':
      return {
        type: 'object',
        properties: {
          amount: { type: ['string', 'number'], examples: ['69.00'] },
          currency: { type: 'string', pattern: '^[A-Za-z]{3}$', examples: ['EUR'] },
        },
        required: ['amount', 'currency'],
      };
    case 'vitals':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(vitals).map(([name, { isTime, most }]) => [
            name,
            { type: [isTime ? 'integer' : 'number', 'null'], minimum: 0, maximum: most },
          ]),
        ),
        additionalProperties: false,
      };
    case 'hints':
      return {
        type: 'object',
        properties: {
          platform: { type: 'string', examples: ['Windows'] },
          platform_version: { type: 'string', examples: ['15.0.0'] },
          model: { type: 'string', examples: ['Pixel 8'] },
          touch: { type: 'boolean' },
        },
      };
    case 'url':
      return { type: 'string', format: 'uri' };
    case 'whole':
      return { type: 'number' };
    case 'time':
      return {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'integer', format: 'int64' },
        ],
      };
    case 'path':
    case 'text':
    case 'referrer':
    case 'language':
    case 'ip':
    case 'user agent':
      return { type: 'string' };
  }
}
