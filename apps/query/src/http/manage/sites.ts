import { hostMatcher, plainHost } from '@tallyhouse/ping';
import { HttpError } from '@tallyhouse/service';
import { type ListedSites, mayUse, type SiteFiles, site, siteId, toSites } from '@tallyhouse/sites';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { requireValid } from './body.ts';
import { requireCurrent, tagOf } from './conditions.ts';
import { fileOf, type Resource } from './operation.ts';

const newId = z.object({ id: siteId.refine((id) => id !== '__proto__', 'cannot be a name') });

export const siteResource: Resource = {
  path: '/sites/:id',
  file: 'sites',
  operations: {
    get: {
      id: 'read_site',
      summary: 'The entry of a site, as the sites file has it.',
      done: { status: 200, data: site },
      async run({ caller, named }, { files }) {
        const data = ownSite(caller, named, await sitesInFile(files));
        return { data, tag: tagOf(data) };
      },
    },
    put: {
      id: 'write_site',
      summary: 'Replaces the whole entry of a site, or makes it (201).',
      body: site,
      done: { status: 200, data: site },
      async run({ caller, named: id, conditions, body }, { files }) {
        const wanted = await body(site);
        const file = fileOf(files.editable?.sites);
        return file.change((content) => {
          const listed = toSites(content);
          if (!mayUse({ sites: caller.list }, id, listed)) throw notFor(`the site ${id}`);
          requireValid(newId, { id });
          const now = listed.sites.get(id);
          const { group = now?.group } = wanted;
          if (group !== now?.group && !mayUse({ sites: caller.list }, `@${group}`, listed))
            throw notFor(`@${group}`, 'group');
          const added = wanted.hosts?.filter((host) => !now?.hosts?.includes(host));
          const foreign = added?.find(isForeignHost(caller, listed));
          if (foreign !== undefined) throw notFor(`the site of ${foreign}`, 'hosts');
          requireCurrent(conditions, now && { data: now, tag: tagOf(now) });
          const sites = { ...content.sites, [id]: wanted };
          requireValid(file.shape, { ...content, sites });
          return {
            members: { sites },
            outcome: { data: wanted, tag: tagOf(wanted), ...(now === undefined && { status: 201 }) },
          };
        });
      },
    },
    delete: {
      id: 'delete_site',
      summary: 'Takes the entry of a site away. Its data stays.',
      done: undefined,
      async run({ caller, named: id, conditions: { ifMatch } }, { files }) {
        return fileOf(files.editable?.sites).change((content) => {
          const now = ownSite(caller, id, toSites(content));
          requireCurrent({ ifMatch }, { data: now, tag: tagOf(now) });
          const { [id]: _gone, ...sites } = content.sites;
          return { members: { sites }, outcome: {} };
        });
      },
    },
  },
};

/** The current sites of the file. @throws RefusedFileError */
async function sitesInFile({ editable, sites }: SiteFiles): Promise<ListedSites> {
  const content = await editable?.sites?.read();
  return content ? toSites(content) : sites();
}

/** The same, but a broken sites file does not prevent the revocation of a key: the last valid sites are used. */
export const listedNow = (files: SiteFiles) => sitesInFile(files).catch(() => files.sites());

const notFor = (what: string, parameter?: string) =>
  new HttpError('forbidden', `This key is not for ${what}.`, parameter ? { parameter } : {});

/** Whether a host is one of a site outside the caller's list: requests of pages go to the site that names their host. */
function isForeignHost({ list }: Caller, listed: ListedSites) {
  const foreign = [...listed.sites].filter(([id]) => !mayUse({ sites: list }, id, listed));
  const isTheirs = hostMatcher(foreign.flatMap(([, { hosts = [] }]) => hosts));
  return (host: string) => isTheirs(plainHost(host) ?? host);
}

/** A site outside the caller's list looks as if it did not exist. @throws HttpError 404 */
function ownSite({ list }: Caller, id: string, listed: ListedSites) {
  const found = mayUse({ sites: list }, id, listed) ? listed.sites.get(id) : undefined;
  if (found === undefined)
    throw new HttpError('not_found', `The sites file has no site ${id.slice(0, 100)}.`);
  return found;
}
