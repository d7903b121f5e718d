export { encodeRow, insertHeader, isPing, lineEnd, rowVersionOf } from './codec.ts';
export {
  columns,
  emptyRow,
  firstVersion,
  type KeptColumns,
  logColumns,
  type PingRow,
  rowVersion,
  unloggedPartition,
  versionColumn,
} from './columns.ts';
export { type CrawlRow, crawlColumns, crawlVersion, encodeCrawl } from './crawl.ts';
export { currencyCode } from './currency.ts';
export { type PingField, pingFields, type Rule } from './fields.ts';
export { hostMatcher, plainHost } from './host.ts';
export { idAge, idLead, pingLead } from './id-bounds.ts';
export { keyOf } from './message-key.ts';
export { type Origin, readOrigin } from './origin.ts';
export { normalisePath, pageMeant, queryIn, withKeptQuery } from './page-path.ts';
export { parseUrl, withoutDot } from './parse-url.ts';
export { propName } from './prop-name.ts';
export { receivedAt } from './received-at.ts';
export { seconds } from './seconds.ts';
export { isSiteId, siteIdForm, siteIdWords } from './site-id.ts';
export { storableText } from './text.ts';
export { hexTime, isUuid7, timeInId, uuid7, uuid7Bytes } from './uuid7.ts';
