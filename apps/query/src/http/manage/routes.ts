import { HttpError, methodNotAllowed, type Right } from '@tallyhouse/service';
import { RefusedFileError } from '@tallyhouse/sites';
import { type Request, type RequestHandler, Router } from 'express';
import { databaseError } from '../../database/database.ts';
import { limit } from '../../parameters/limit.ts';
import { offset } from '../../parameters/offset.ts';
import { readParameters, refuseUnknown } from '../../parameters/read.ts';
import { accepts } from '../accepts.ts';
import { callerLeft, callerOf } from '../caller.ts';
import type { QueryMetrics } from '../metrics.ts';
import { readBody } from './body.ts';
import { resources } from './index.ts';
import type { ManageDeps, Method, Operation, Resource } from './operation.ts';

const settings = { sites: 'SITES_FILE', keys: 'KEYS_FILE', alerts: 'ALERTS_FILE' };

/** The routes of /api/manage/v1. The caller's right was checked before. */
export function manageRoutes(deps: ManageDeps & { metrics: QueryMetrics }): Router {
  const router = Router();
  for (const resource of resources) {
    const { path, operations } = resource;
    router.all(path, deps.metrics.at(`/manage${path}`), refuseForm(resource));
    for (const method of methodsOf(resource)) {
      const operation = operations[method];
      if (operation) router[method](path, answer(resource, method, operation, deps));
    }
    const allowed = methodsOf(resource).flatMap((method) =>
      method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
    );
    router.all(path, methodNotAllowed(...allowed));
  }
  return router;
}

const methods = ['get', 'put', 'post', 'delete'] as const;
const methodsOf = ({ operations }: Resource): Method[] => methods.filter((method) => operations[method]);

const methodOf = ({ method }: Request) =>
  methods.find((one) => one === method.toLowerCase().replace('head', 'get'));

/** The right that suffices for a request besides `manage`. */
export function rightInstead(req: Request): Right | undefined {
  const method = methodOf(req);
  // Express ignores both the case and a slash at the end.
  const asked = req.path.replace(/\/$/, '').toLowerCase();
  return method && resources.find(({ path }) => path === asked)?.operations[method]?.right;
}

/** Only lists have parameters, and responses are JSON. */
const refuseForm =
  (resource: Resource): RequestHandler =>
  (req, _res, next) => {
    const method = methodOf(req);
    refuseUnknown(req.query, (method && resource.operations[method]?.parameters) ?? {});
    if (!accepts(req, 'application/json'))
      throw new HttpError('not_acceptable', 'The response is application/json, which Accept excludes.');
    next();
  };

/** A caller who leaves while something is read gets no response, and no error is logged. */
function answer(resource: Resource, method: Method, operation: Operation, deps: ManageDeps): RequestHandler {
  return async (req, res) => {
    const store = await storeOf(resource, deps);
    const { about, reason } = store;
    const isReading = method === 'get' || operation.isReading;
    if (!isReading && reason !== undefined) throw readOnly(about, reason);
    const caller = callerOf(res);
    const request = {
      caller,
      named: Object.values(req.params).flat().join(),
      conditions: { ifMatch: req.get('if-match'), ifNoneMatch: req.get('if-none-match') },
      left: callerLeft(res),
      values: readParameters(operation.parameters ? req.query : {}, { limit, offset }),
      body: <Body>(shape: Parameters<typeof readBody<Body>>[2]) => readBody(req, res, shape),
    };
    const done = await operation.run(request, deps).catch((error: unknown) => {
      if (isReading && request.left.aborted) return undefined;
      // A caller that gets 404 may want to create it.
      if (method === 'get' && reason !== undefined && isNotFound(error)) return error;
      if (error instanceof RefusedFileError) throw refused(about, error, caller.list === 'all');
      throw isForbidden(error) ? readOnly(about, 'the system does not allow it') : databaseError(error);
    });
    if (done === undefined) return;
    if (done instanceof HttpError) {
      res.status(done.status).json({ meta: metaOf(store), ...done.body() });
      return;
    }
    const { data, tag, status, meta } = done;
    if (tag !== undefined) res.set('ETag', tag);
    if (operation.done === undefined) res.status(204).end();
    else res.status(status ?? operation.done.status).json({ meta: { ...metaOf(store), ...meta }, data });
  };
}

interface Store {
  about: string;
  /** The file; undefined for the database, or when there is none. */
  path?: string | undefined;
  /** Why it cannot be changed there; undefined if it can. */
  reason: string | undefined;
}

async function storeOf({ file: name }: Resource, { files, annotations }: ManageDeps): Promise<Store> {
  if (name === undefined) return { about: 'The database', reason: annotations.whyReadOnly };
  const file = files.editable?.[name];
  if (file === undefined) return { about: `The ${name} file`, reason: `${settings[name]} is not set` };
  return { about: file.path, path: file.path, reason: await file.whyReadOnly() };
}

/** Whether a resource can be changed; if not, why, and its file. */
const metaOf = ({ about, path, reason }: Store) =>
  reason === undefined
    ? { writable: true }
    : { writable: false, reason: sentenceOf(about, reason), ...(path !== undefined && { path }) };

const sentenceOf = (about: string, reason: string) => `${about} cannot be changed here: ${reason}.`;

const readOnly = (about: string, reason: string) =>
  new HttpError('method_not_allowed', sentenceOf(about, reason), { headers: { Allow: 'GET, HEAD' } });

const isNotFound = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.code === 'not_found';

/** The errors of a file name its sites, so only callers who may read all sites see them. */
const refused = (file: string, { message }: RefusedFileError, isForAll: boolean) =>
  new HttpError(
    'conflict',
    isForAll ? message : `${file} has an error: the operator has to correct it first.`,
  );

const isForbidden = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && refusals.has(String(error.code));

/** Codes of the file system; and ClickHouse's READONLY and ACCESS_DENIED. */
const refusals: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', '164', '497']);
