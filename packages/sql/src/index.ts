export { parameter, render, type Statement } from './render.ts';
export { type Cluster, empty, join, type Part, raw, type Sql, sql } from './sql.ts';
export { final, inSet, onOneShard, perShard, table } from './tables.ts';
export { bool, date, second, text, texts, time, uint32 } from './values.ts';
