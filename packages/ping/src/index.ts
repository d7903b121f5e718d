export { encodeRow, insertHeader, lineEnd } from './codec.ts';
export { columns, logColumns, type PingRow } from './columns.ts';
