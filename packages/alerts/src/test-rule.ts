import { randomUUID } from 'node:crypto';
import { addressesOf } from '@tallyhouse/sites';
import { type Delivery, dashboardOf } from './firing.ts';
import { iso } from './judge/ask.ts';
import type { Watch } from './judge/verdict.ts';
import { type Sending, send } from './send/send.ts';

/** Sends a test to each address of a rule, once. @param site one of the rule's */
export function sendTest(
  { alert, rule, site }: Omit<Watch, 'zone'>,
  { dashboardUrl, ...sending }: Sending & { dashboardUrl: string },
): Promise<Delivery[]> {
  const firing = {
    id: randomUUID(),
    alert,
    when: rule.when,
    site_id: site,
    at: iso(sending.clock()),
    value: null,
    expected: null,
    url: dashboardOf(dashboardUrl, site),
    test: true,
  } as const;
  return Promise.all(addressesOf(rule).map((to) => send(to, rule, firing, sending)));
}
