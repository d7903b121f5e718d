import { basename } from 'node:path';

/** The error for a row of users_YYYYMMDD or pseudonymous_users_YYYYMMDD. */
export const tableOfUsers =
  'it is of a table of users, which holds no events: give the tables events_YYYYMMDD of the same dataset';

const ofUsers = /(?:^|[^a-z])users_\d{8}/i;
const ofDay = /events_(\d{8})/i;
const growing = /events_(?:intraday|fresh)_(\d{8})/i;

/** Why files cannot be imported together, by their names; undefined if they can. */
export function doubled(paths: readonly string[]): string | undefined {
  const users = paths.find((path) => ofUsers.test(basename(path)));
  if (users !== undefined) return `${users} cannot be imported: ${tableOfUsers}.`;
  const days = new Map(paths.map((path) => [ofDay.exec(basename(path))?.[1], path]));
  for (const path of paths) {
    const day = growing.exec(basename(path))?.[1];
    const whole = day === undefined ? undefined : days.get(day);
    if (whole !== undefined)
      return `${path} holds events that ${whole} holds too, which would count twice: give ${basename(whole)} alone for that day.`;
  }
  return undefined;
}
