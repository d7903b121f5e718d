import { HttpError } from '@tallyhouse/service';
import { databaseError } from './database.ts';

const failed = (about: { code?: string; message?: string }) =>
  databaseError(Object.assign(new Error(about.message ?? 'select secret from pings'), about));

test.each([
  [{ code: '159' }, 'timeout'],
  [{ code: '160' }, 'timeout'],
  [{ message: 'Timeout error.' }, 'timeout'],
  [{ code: '202' }, 'unavailable'],
  [{ code: '236' }, 'unavailable'],
  // A shard that only another shard cannot reach.
  [{ code: '32' }, 'unavailable'],
  [{ code: '198' }, 'unavailable'],
  [{ code: '209' }, 'unavailable'],
  [{ code: '210' }, 'unavailable'],
  [{ code: '279' }, 'unavailable'],
  [{ code: 'ECONNREFUSED' }, 'unavailable'],
  [{ message: 'socket hang up' }, 'unavailable'],
  [{ message: '' }, 'unavailable'],
  [{ code: '60' }, 'internal'],
  [{ code: '62' }, 'internal'],
  [{ code: 'ERR_INVALID_URL' }, 'internal'],
])("%j is reported as %s, without the database's message", (about, code) => {
  const thrown = failed(about);
  if (code === 'internal') return expect(thrown).not.toBeInstanceOf(HttpError);
  expect(thrown).toMatchObject({ code });
  expect(thrown instanceof HttpError && thrown.body().error.message).not.toContain('select');
});
