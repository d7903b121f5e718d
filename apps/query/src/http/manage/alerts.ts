import { randomBytes } from 'node:crypto';
import {
  dashboardOf,
  delivery,
  fired,
  firedList,
  firedRow,
  sendTest,
  sitesOf,
  whyRefused,
} from '@tallyhouse/alerts';
import { HttpError, invalidParameter } from '@tallyhouse/service';
import {
  type Alert,
  addressesOf,
  alert,
  alertName,
  type ListedSites,
  type SiteFiles,
} from '@tallyhouse/sites';
import { render } from '@tallyhouse/sql';
import { z } from 'zod';
import { select } from '../../database/database.ts';
import { limit } from '../../parameters/limit.ts';
import { offset } from '../../parameters/offset.ts';
import type { Caller } from '../caller.ts';
import { requireValid } from './body.ts';
import { requireCurrent, tagOf } from './conditions.ts';
import { fileOf, type Resource } from './operation.ts';
import { isOwn, requireOwn, requireRoom } from './own.ts';
import { listedNow } from './sites.ts';

/** A rule in the list. Its secret is shown only to the request that sets it. */
const row = z
  .object({ name: z.string().describe('Name of the rule.'), ...alert.shape })
  .omit({ secret: true });

export const alertsResource: Resource = {
  path: '/alerts',
  file: 'alerts',
  operations: {
    get: {
      id: 'list_alerts',
      summary: 'The rules of alerts, in the order of the file, whose sites all belong to the requesting key.',
      done: { status: 200, data: z.array(row) },
      async run({ caller }, { files }) {
        const own = await ownAlerts(caller, files);
        return { data: [...own].map(([name, rule]) => ({ name, ...withoutSecret(rule) })) };
      },
    },
  },
};

/** Fired alerts. The path is declared before that of a rule. */
export const firedResource: Resource = {
  path: '/alerts/fired',
  file: 'alerts',
  operations: {
    get: {
      id: 'list_fired_alerts',
      summary:
        'What fired, newest first, and what became of it at each address: of rules all of whose sites are sites of the key. Needs the right read, too.',
      parameters: { limit, offset },
      done: { status: 200, data: z.array(fired) },
      async run({ caller, values, left }, { annotations, dashboardUrl }) {
        requireRead(caller);
        const { list, sites } = caller;
        const own = list === 'all' || sites === 'all' ? 'all' : [...list, ...sites];
        const terms = annotations.terms(left);
        const found = await select(annotations.home, render(firedList(own, values)), firedRow, terms);
        const data = found.rows.map((one) => ({ ...one, url: dashboardOf(dashboardUrl(), one.site_id) }));
        return { data, meta: { ...values, total: found.total } };
      },
    },
  },
};

export const alertResource: Resource = {
  path: '/alerts/:name',
  file: 'alerts',
  operations: {
    get: {
      id: 'read_alert',
      summary: 'One rule, without its secret.',
      done: { status: 200, data: alert },
      async run({ caller, named }, { files }) {
        return answerOf(find(await ownAlerts(caller, files), named));
      },
    },
    put: {
      id: 'write_alert',
      summary:
        'Replaces a whole rule, or makes it (201). The response has a secret that it sets, only this once; without one the rule keeps its own, or gets one. Needs the right read, too.',
      body: alert,
      done: { status: 200, data: alert },
      async run({ caller, named, conditions, body }, { files, sending }) {
        requireRead(caller);
        const wanted = await body(alert);
        const listed = await listedNow(files);
        requireOwn(caller, wanted.sites, listed);
        requireValid(z.object({ name: alertName }), { name: named });
        for (const to of addressesOf(wanted)) {
          const reason = whyRefused(to, sending);
          if (reason !== undefined) throw invalidParameter('to', `to: ${to} ${reason}.`);
        }
        return fileOf(files.editable?.alerts).change(({ alerts }) => {
          const now = Object.hasOwn(alerts, named) ? alerts[named] : undefined;
          // Names no site: those of another key's rule stay hidden from the caller.
          const words = () => 'There is an alert with this name, for a site that this key is not for.';
          if (now !== undefined) requireOwn(caller, now.sites, listed, words);
          else requireRoom(caller, ownOf(alerts, caller, listed).size, 100, 'alerts for these sites');
          requireCurrent(conditions, now && answerOf(now));
          const secret = wanted.secret ?? now?.secret ?? randomBytes(24).toString('base64url');
          const { data, tag } = answerOf(wanted);
          return {
            members: { alerts: { ...alerts, [named]: { ...wanted, secret } } },
            outcome: {
              data: secret === now?.secret ? data : { ...data, secret },
              tag,
              ...(now === undefined && { status: 201 }),
            },
          };
        });
      },
    },
    delete: {
      id: 'delete_alert',
      summary: 'Takes a rule away. Its alerts stay in the list of those that fired.',
      done: undefined,
      async run({ caller, named, conditions: { ifMatch } }, { files }) {
        const listed = await listedNow(files);
        return fileOf(files.editable?.alerts).change(({ alerts }) => {
          const now = find(ownOf(alerts, caller, listed), named);
          requireCurrent({ ifMatch }, answerOf(now));
          const { [named]: _gone, ...others } = alerts;
          return { members: { alerts: others }, outcome: {} };
        });
      },
    },
  },
};

export const alertTestResource: Resource = {
  path: '/alerts/:name/test',
  file: 'alerts',
  operations: {
    post: {
      id: 'test_alert',
      summary: 'Sends a test to each address of a rule, once, and returns the outcome.',
      isReading: true,
      done: { status: 200, data: z.array(delivery.omit({ tries: true })) },
      async run({ caller, named, left }, deps) {
        const { files, sending, clock, dashboardUrl } = deps;
        const rule = find(await ownAlerts(caller, files), named);
        const all = rule.sites.includes('*') ? await deps.sitesWithPings(left) : [];
        const [site = rule.sites.join()] = sitesOf(rule, await listedNow(files), all);
        const tested = await sendTest(
          { alert: named, rule, site },
          { config: sending, clock, dashboardUrl: dashboardUrl(), signal: left },
        );
        return { data: tested.map(({ tries: _once, ...outcome }) => outcome) };
      },
    },
  },
};

/** An alert tells what reports do. @throws HttpError 403 */
function requireRead({ rights }: Caller): void {
  if (!rights.has('read')) throw new HttpError('forbidden', 'This key lacks the right read.');
}

const withoutSecret = ({ secret: _secret, ...rest }: Alert) => rest;

function answerOf(rule: Alert) {
  const data = withoutSecret(rule);
  return { data, tag: tagOf(data) };
}

/** The rules whose sites are all the caller's. */
const ownOf = (alerts: Readonly<Record<string, Alert>>, caller: Caller, listed: ListedSites) =>
  new Map(Object.entries(alerts).filter(([, rule]) => isOwn(caller, listed)(rule)));

async function ownAlerts(caller: Caller, files: SiteFiles): Promise<ReadonlyMap<string, Alert>> {
  const { alerts = {} } = (await files.editable?.alerts?.read()) ?? {};
  return ownOf(alerts, caller, await listedNow(files));
}

function find(alerts: ReadonlyMap<string, Alert>, name: string): Alert {
  const rule = alerts.get(name);
  if (rule === undefined) throw new HttpError('not_found', 'There is no alert with this name.');
  return rule;
}
