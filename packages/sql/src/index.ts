export { type Cluster, parameter, render, type Statement } from './render.ts';
export { empty, join, type Part, raw, type Sql, sql } from './sql.ts';
export { elsewhere, final, inSet, onOneShard, perShard, table } from './tables.ts';
export { bool, date, second, text, texts, time, uint32 } from './values.ts';
