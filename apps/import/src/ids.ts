import { createHmac, createSecretKey } from 'node:crypto';
import { createMonthlyKeys, deriveId, startOfMonth } from '@tallyhouse/ingest/pipeline';
import { uuid7 } from '@tallyhouse/ping';
import { remembered } from '@tallyhouse/service';

/**
 * Ids of what is imported, derived from what identifies it in its source: importing it again gives the same ids, and so changes
 * nothing. Nobody without the secret can find a source's id, or an address, behind one by trial.
 * @param secret IDENTITY_SECRET @param visitorIdDays VISITOR_ID_DAYS: an id of a visitor becomes another one after these days
 */
export function createImportIds(secret: string, site: string, format: string, visitorIdDays = 0) {
  const monthlyKey = createMonthlyKeys(secret);
  // Otherwise one is made for each hash.
  const hmacKey = createSecretKey(secret, 'utf8');
  const anonymous = remembered(8_000, (text) => {
    const [month, ip, userAgent] = text.split('\n');
    const start = Number(month);
    return deriveId(monthlyKey(start), start, site, ip ?? '', userAgent ?? '');
  });
  const visitor = remembered(8_000, (text) => {
    const [start = '', ...key] = text.split('\n');
    return deriveId(secret, Number(start), 'imported visitor', site, format, key.join('\n'));
  });
  // A page that was read is named by each report of its reading, and that of a log by its request too.
  const record = remembered(8_000, (key) =>
    createHmac('sha256', hmacKey).update(`imported record\n${site}\n${format}\n${key}`).digest(),
  );

  return {
    /** The visitor that ingest finds behind address and user agent: the same, so that an import joins what was counted live. */
    anonymous: (at: number, ip: string, userAgent: string): string =>
      anonymous(`${startOfMonth(at)}\n${ip}\n${userAgent}`),

    /**
     * @param key the source's own id of the visitor
     * @param isKnown whether a visitor was imported: ids that 0.2 made, of which a visitor had another one every four years, stay
     */
    visitor(at: number, key: string, isKnown: (visitor: string) => boolean): string {
      if (visitorIdDays > 0) return visitor(`${at - (at % (visitorIdDays * dayMs))}\n${key}`);
      const earlier = visitor(`${startOfFourYears(at)}\n${key}`);
      // Any time before all imported pings would do.
      return isKnown(earlier) ? earlier : visitor(`${Date.UTC(2000, 0)}\n${key}`);
    },

    /** @param start of the session, milliseconds since 1970 @param owner the visitor, or the source's own id of the visit */
    session: (start: number, owner: string): string =>
      deriveId(secret, start, 'imported session', site, format, owner),

    /** @param key of the record */
    pageview: (at: number, key: string): string => uuid7(at, record(key)),

    /** The id of a request in a log: the bytes of the hash that the id of its pageview lacks. @param key of the record */
    request: (key: string): string => record(key).toString('base64url', 17),
  };
}

const dayMs = 86_400_000;

function startOfFourYears(time: number): number {
  const year = new Date(time).getUTCFullYear();
  return Date.UTC(year - (year % 4), 0);
}

/** The position of the version in a UUID. */
const versionAt = 14;

/**
 * The id of a record's ping, made of the id of its pageview. It is a UUID of version 8, not 7: its time is that of the page view,
 * not that of receipt, by which the consumer measures its lag (receivedAt in packages/ping).
 */
export function pingIdOf(pageviewId: string): string {
  return `${pageviewId.slice(0, versionAt)}8${pageviewId.slice(versionAt + 1)}`;
}

/** The id of a second ping about the same page view. */
export function laterPingIdOf(pageviewId: string): string {
  const last = Number.parseInt(pageviewId.slice(-1), 16) ^ 8;
  return pingIdOf(pageviewId.slice(0, -1) + last.toString(16));
}
