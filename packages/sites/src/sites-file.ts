import { parseFilter, parseGoal } from '@tallyhouse/filter';
import { plainHost, siteIdForm, siteIdWords } from '@tallyhouse/ping';
import { contradictionOf, grouped, isNetwork, type PrivacyPreset } from '@tallyhouse/service';
import { z } from 'zod';
import { channels, doNotFit, fitTogether } from './channels.ts';
import { parseTimezone } from './timezone.ts';

export const text = z.string('must be text');
export const quoted = z.string('must be text; a number needs quotes');

/** The name of a site or a group. */
export const siteId = quoted.regex(new RegExp(`^${siteIdForm}$`), `must be ${siteIdWords}`);

/** Names are for people: any text without blanks around it. */
export const label = quoted.regex(
  /^(?=\S)[^\p{Cc}]{1,100}(?<=\S)$/u,
  'must be 1 to 100 characters, without blanks around them',
);

const goal = text.refine(
  (one) => parseGoal(one) !== undefined,
  'must be a goal as goal= takes it, such as event:Signup or page:/thanks',
);

const filter = text.refine(
  (one) => parseFilter(one) !== undefined,
  'must be a filter as filter= takes it, such as country:DE or page~/blog/',
);

const question = text
  .max(4000, 'must have at most 4000 characters')
  .refine(
    (one) => /^[a-z]+=[\w.*+%-]*(?:&[a-z]+=[\w.*+%-]*)*$/.test(one) && isQuestion(new URLSearchParams(one)),
    'must be what an address of Explore has after its ?, such as metrics=visitors&dimensions=country, without site, tz, embed and key',
  );

/** A question for any site and any reader. */
const isQuestion = (asked: URLSearchParams) =>
  asked.has('metrics') && !['site', 'tz', 'embed', 'key'].some((name) => asked.has(name));

/** Each name takes a tenth of a millisecond of every reading of the file, in every process. */
const mostNames = 500;
const byName = <Value extends z.ZodType>(value: Value) =>
  z
    .record(label, value)
    .refine((named) => Object.keys(named).length <= mostNames, `must have at most ${mostNames} names`)
    .meta({ maxProperties: mostNames })
    .optional();

/** The path of each ping is searched for the text between two stars: 0.01 ms, or 0.5 ms for one of more than 250 characters. */
function isQuick(paths: readonly string[]): boolean {
  const searched = paths.filter((path) => path.split('*').length > 2);
  return searched.length <= 100 && searched.every(({ length }) => length <= 250);
}

/** The form of a site's entry. Its lists are bounded because each ping is compared with them, and a key for one site may write them. */
export const site = z.strictObject({
  name: label.optional().describe('What people call the site.'),
  group: siteId.optional().describe('The group it belongs to: @<group> means all sites of the group.'),
  hosts: z
    .array(
      text.refine(
        (host) => plainHost(host) !== undefined,
        'must be a host, such as blog.example, or *.blog.example for its subdomains',
      ),
    )
    .min(1, 'must name a host')
    .max(1000, 'must have at most 1000 hosts')
    .optional()
    .describe(
      'Hosts of its pages; *.x means only the subdomains of x. Case and port do not matter. Pings from other hosts are dropped (foreign_host); one without a host is taken.',
    ),
  timezone: text
    .refine((zone) => parseTimezone(zone) !== undefined, 'must be an IANA time zone, such as Europe/Berlin')
    .optional()
    .describe('IANA name of the zone in which its readers think.'),
  retention_days: z
    .int('must be a whole number')
    .min(1, 'must be 1 to 36500')
    .max(36_500, 'must be 1 to 36500')
    .optional()
    .describe('Days for which its data is kept: what began earlier is deleted.'),
  ip_storage: z
    .enum(['full', 'truncated', 'none'], 'must be full, truncated or none')
    .optional()
    .describe('What is stored of an address, instead of IP_STORAGE.'),
  exclude: z
    .strictObject({
      addresses: z
        .array(text.refine(isNetwork, 'must be an address or a CIDR, such as 10.0.0.0/8'))
        .max(10_000, 'must have at most 10000 addresses')
        .optional()
        .describe('Addresses and CIDRs whose pings are dropped (excluded_ip).'),
      paths: z
        .array(text.regex(/^\/.{0,1999}$/s, 'must be a path, such as /admin/*; * stands for any text'))
        .max(10_000, 'must have at most 10000 paths')
        .refine(isQuick, 'must have at most 100 paths with several *, of at most 250 characters each')
        .optional()
        .describe(
          'Paths whose pings are dropped (excluded_path); * stands for any text. At most 100 may have several *, in at most 250 characters.',
        ),
    })
    .optional()
    .describe('Pings that do not count.'),
  query_parameters: z
    .array(text.min(1, 'must be a name').max(100, 'must have at most 100 characters'))
    .max(50, 'must have at most 50 names')
    .refine((names) => new Set(names).size === names.length, 'must name each parameter once')
    .optional()
    .describe('Parameters of the address that stay in page_path, in this order; all others are removed.'),
  goals: byName(goal).describe('Goals by name: goal=name:<name> means one of them.'),
  funnels: byName(
    z.array(goal).min(2, 'must have 2 to 10 steps').max(10, 'must have 2 to 10 steps'),
  ).describe('Funnels by name, each with its steps.'),
  segments: byName(
    z.array(filter).min(1, 'must have 1 to 20 filters').max(20, 'must have 1 to 20 filters'),
  ).describe('Segments by name, each with its filters.'),
  questions: byName(question).describe(
    'Questions of Explore by name, each as the part of an address after its question mark.',
  ),
  channels: channels.optional(),
});

/** The content of SITES_FILE. */
export const sitesFile = z
  .strictObject({
    accept: z
      .enum(['any', 'listed'], 'must be any or listed')
      .default('any')
      .describe('listed: pings of sites that are not listed here are dropped (unknown_site).'),
    defaults: z
      .strictObject({ channels: channels.optional() })
      .optional()
      .describe('Defaults for all sites, listed or not.'),
    sites: z.record(siteId, site).default({}).describe('Sites by id.'),
  })
  .refine(({ defaults, sites }) => fitTogether({ defaults, sites: new Map(Object.entries(sites)) }), {
    path: ['channels'],
    message: doNotFit,
  })
  .describe('The sites of an installation (SITES_FILE).');

/** The content of SITES_FILE where no site may keep more than a preset does. */
export const sitesFileWithin = (privacy: PrivacyPreset | undefined): typeof sitesFile =>
  privacy === undefined
    ? sitesFile
    : sitesFile.superRefine(({ sites }, ctx) => {
        for (const [id, { ip_storage, retention_days }] of Object.entries(sites)) {
          for (const [member, setting, value] of [
            ['ip_storage', 'IP_STORAGE', ip_storage],
            ['retention_days', 'RETENTION_DAYS', retention_days],
          ] as const) {
            const message = value && contradictionOf(privacy, setting, `${value}`);
            if (message) ctx.addIssue({ code: 'custom', path: ['sites', id, member], message });
          }
        }
      });

/** The entry of a site. */
export type Site = z.output<typeof site>;

export interface ListedSites {
  accept: 'any' | 'listed';
  defaults?: z.output<typeof sitesFile>['defaults'];
  /** By id. */
  sites: ReadonlyMap<string, Site>;
  /** The ids of each group. */
  groups: ReadonlyMap<string, readonly string[]>;
}

/** Without a file. */
export const noSites: ListedSites = { accept: 'any', sites: new Map(), groups: new Map() };

export function toSites({ accept, defaults, sites }: z.output<typeof sitesFile>): ListedSites {
  const listed = new Map(Object.entries(sites));
  const groups = grouped([...listed.keys()], (id) => listed.get(id)?.group ?? '');
  groups.delete(''); // sites without one
  return { accept, defaults, sites: listed, groups };
}
