import {
  type Annotation,
  annotationRow,
  type Content,
  currentAnnotations,
  deleteAnnotation,
  findAnnotation,
  isOfService,
  makeAnnotation,
  ownKinds,
  replaceAnnotation,
} from '@tallyhouse/annotations';
import { HttpError, timeWithZone } from '@tallyhouse/service';
import { siteEntries } from '@tallyhouse/sites';
import { render, sql, table, text, uint32 } from '@tallyhouse/sql';
import { z } from 'zod';
import { select } from '../../database/database.ts';
import { limit } from '../../parameters/limit.ts';
import { offset } from '../../parameters/offset.ts';
import { concerning, shownAnnotation, shownTo } from '../../read/annotations.ts';
import type { Caller } from '../caller.ts';
import { type Conditions, requireCurrent, tagOf } from './conditions.ts';
import type { ManageDeps, ManageRequest, Resource } from './operation.ts';
import { requireKnown, requireOwn, requireRoom } from './own.ts';
import { listedNow } from './sites.ts';

const moment = timeWithZone.refine(
  (text) => /^(19[7-9]|20|21)/.test(text),
  'must be a time from 1970 to 2199',
);
const mostCharacters = 500;
const body = z
  .strictObject({
    at: moment.describe('When what it is about happened, or began.'),
    until: moment.nullish().describe('When it ended, after at; without it, it is about a moment.'),
    text: z
      .string('must be text')
      .trim()
      .min(1, 'must not be empty')
      .refine((text) => [...text].length <= mostCharacters, `must be at most ${mostCharacters} characters`)
      .refine((text) => !/(?![\r\n])\p{Cc}/u.test(text), 'must have no control characters but line ends')
      .describe('1 to 500 characters; blanks around it are taken away.'),
    sites: siteEntries.max(500, 'must be at most 500').describe('Ids of sites, @<group>, or * for all.'),
    kind: z.enum(ownKinds, `must be one of ${ownKinds.join(', ')}`).default('note'),
  })
  .refine(({ at, until }) => !until || Date.parse(until) > Date.parse(at), {
    path: ['until'],
    message: 'must be after the beginning',
  });

export const annotationsResource: Resource = {
  path: '/annotations',
  operations: {
    get: {
      id: 'list_annotations',
      summary: 'Annotations that concern a site of the key, by time.',
      parameters: { limit, offset },
      done: { status: 200, data: z.array(shownAnnotation) },
      async run({ caller, values, left }, { annotations, files }) {
        const listed = files.sites();
        const own = caller.sites === 'all' ? { ids: [], every: true } : { ids: caller.sites, every: false };
        const page = sql`
${currentAnnotations(concerning(own, listed))}
limit ${uint32(values.limit)} offset ${uint32(values.offset)}`;
        const terms = annotations.terms(left);
        const { rows, total } = await select(annotations.home, render(page), annotationRow, terms);
        const data = rows.flatMap((row) => shownTo(caller, row, listed) ?? []);
        return { data, meta: { ...values, total } };
      },
    },
    post: {
      id: 'make_annotation',
      summary: 'Makes an annotation. The right annotate is enough.',
      body,
      right: 'annotate',
      done: { status: 201, data: shownAnnotation },
      async run(request, deps) {
        const [content, by] = [await contentOf(request, deps), request.caller.name];
        const made = await makeAnnotation(deps.annotations.home, content, { by, now: deps.clock() });
        return answerOf(made, request.caller, deps);
      },
    },
  },
};

export const annotationResource: Resource = {
  path: '/annotations/:id',
  operations: {
    get: {
      id: 'read_annotation',
      summary: 'One annotation.',
      done: { status: 200, data: shownAnnotation },
      run: async ({ caller, named }, deps) => answerOf(await find(named, caller, deps), caller, deps),
    },
    put: {
      id: 'write_annotation',
      summary: 'Replaces an annotation of somebody.',
      body,
      done: { status: 200, data: shownAnnotation },
      async run(request, deps) {
        const content = await contentOf(request, deps);
        const replaced = await whileCurrent(request, deps, (now) => {
          if (isOfService(now))
            throw new HttpError('forbidden', 'The service made this annotation: delete it, or leave it.');
          return replaceAnnotation(deps.annotations.home, now, content);
        });
        return answerOf(replaced, request.caller, deps);
      },
    },
    delete: {
      id: 'delete_annotation',
      summary: 'Deletes an annotation, of somebody or of the service.',
      done: undefined,
      async run({ caller, named, conditions: { ifMatch } }, deps) {
        await whileCurrent({ caller, named, conditions: { ifMatch } }, deps, async (now) =>
          (await deleteAnnotation(deps.annotations.home, now)) ? now : undefined,
        );
        return {};
      },
    },
  },
};

/** More concurrent writers of one annotation than there are people. */
const mostTries = 50;

/**
 * Changes an annotation. If it was changed concurrently, it is read and checked again.
 * @throws HttpError 403, 404, or 409 with the annotation as it is now
 */
async function whileCurrent(
  request: { caller: Caller; named: string; conditions: Partial<Conditions> },
  deps: ManageDeps,
  change: (now: Annotation) => Promise<Annotation | undefined>,
): Promise<Annotation> {
  const { caller, named, conditions } = request;
  for (let tries = 0; tries < mostTries; tries++) {
    const now = await find(named, caller, deps);
    requireOwn(caller, now.sites, deps.files.sites(), foreignSite);
    requireCurrent(conditions, answerOf(now, caller, deps));
    const changed = await change(now);
    if (changed !== undefined) return changed;
  }
  throw new HttpError('conflict', 'Others change this annotation all the time. Please try again.');
}

/** @throws HttpError 404, also for an annotation without a site of the caller */
async function find(id: string, caller: Caller, { annotations, files }: ManageDeps): Promise<Annotation> {
  const found = z.uuid().safeParse(id).success ? await findAnnotation(annotations.home, id) : undefined;
  if (found !== undefined && shownTo(caller, found, files.sites()) !== undefined) return found;
  throw new HttpError('not_found', 'There is no annotation with this id.');
}

function answerOf(annotation: Annotation, caller: Caller, { files }: ManageDeps) {
  const data = shownTo(caller, annotation, files.sites());
  if (data === undefined) throw new HttpError('not_found', 'There is no annotation with this id.');
  return { data, tag: tagOf(data) };
}

/** @throws HttpError 403 for a site that the caller lacks, 400 for an unknown one, 409 when the key has made too many */
async function contentOf(
  { caller, named, left, ...request }: ManageRequest,
  { annotations: { home, terms }, files, sitesWithPings }: ManageDeps,
): Promise<Content> {
  const { at, until, sites, ...rest } = await request.body(body);
  const listed = await listedNow(files);
  requireOwn(caller, sites, listed, foreignSite);
  await requireKnown(sites, listed, () => sitesWithPings(left));
  if (caller.list !== 'all') {
    // The rows of all versions stay, also of a deleted one.
    const own = sql`created_by = ${text(caller.name)} or toString(annotation_id) = ${text(named)}`;
    const count = render(sql`select count() as versions from ${table('annotations')} where ${own}`);
    const { rows } = await select(home, count, z.object({ versions: z.number() }), terms(left));
    requireRoom(caller, rows[0]?.versions ?? 0, 20_000, 'versions of annotations from this key');
  }
  const ids = sites.flatMap((entry) => {
    if (!entry.startsWith('@')) return entry === '*' ? [] : entry;
    return listed.groups.get(entry.slice(1)) ?? [];
  });
  return {
    ...rest,
    at: Date.parse(at),
    until: until ? Date.parse(until) : null,
    sites,
    site_ids: [...new Set(ids)],
  };
}

/** Names no site: the sites of another key's annotation stay hidden from the caller. */
const foreignSite = () => 'It concerns a site that this key is not for.';
