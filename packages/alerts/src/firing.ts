import { conditions } from '@tallyhouse/sites';
import { z } from 'zod';

/** The outcome of an alert at one of its addresses. */
export const delivery = z.object({
  to: z.string(),
  ok: z.boolean().describe('Whether it was taken.'),
  tries: z.int(),
  status: z.int().nullable().describe('The status of HTTP or SMTP; null without a response.'),
  error: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

export const fired = z.object({
  id: z.string().describe('The same in each try, from any process.'),
  alert: z.string().describe('The name of the rule.'),
  when: z.enum(conditions),
  site_id: z.string(),
  at: z.iso.datetime(),
  value: z.number().nullable(),
  expected: z.number().nullable(),
  url: z.string(),
  deliveries: z.array(delivery),
});

/** A fired alert of a site, as webhooks receive it. */
export type Firing = Omit<z.output<typeof fired>, 'deliveries'> & { test?: true };

/** The address of the dashboard that shows a site. */
export const dashboardOf = (base: string, site: string) => `${base}/?site=${encodeURIComponent(site)}`;
