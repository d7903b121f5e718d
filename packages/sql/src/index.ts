export {
  bool,
  date,
  final,
  inSet,
  onOneShard,
  parameter,
  perShard,
  render,
  type Statement,
  second,
  table,
  text,
  texts,
  time,
  uint32,
} from './nodes.ts';
export { type Cluster, empty, join, type Part, raw, type Sql, sql, type TableNames } from './sql.ts';
export { sqlSecond, sqlTime } from './sql-time.ts';
