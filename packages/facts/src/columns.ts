import {
  aboutProperty,
  propertyComments,
  propertyNames,
  type SessionProperty,
} from '@tallyhouse/ping/session-properties';

/**
 * A column of a fact, described once: settled tables have it so, views for BI tools show its name, type and comment, and exports its
 * comment.
 */
export interface Column {
  name: string;
  type: string;
  comment: string;
  /** How a settled table packs it. */
  codec?: string;
  /** The value in rows that lack it. */
  default?: string;
}

export const text = 'LowCardinality(String)';
export const time = "DateTime64(3, 'UTC')";
export const visitorStates = 'AggregateFunction(uniqCombined64(17), UUID)';

/** A column that is packed as most are. */
export const packed = (name: string, type: string, comment: string, codec = 'ZSTD(1)'): Column => ({
  name,
  type,
  comment,
  codec,
});

/**
 * The time that decides to which day a row belongs. The row of the watermark has no time of its own: 1970 would widen the range of the
 * index.
 */
export const timeOfDay = (name: string, comment: string): Column => ({
  ...packed(name, time, comment, 'T64, ZSTD(1)'),
  default: "toDateTime64(day, 3, 'UTC')",
});

export const sessionHour = (comment: string): Column =>
  packed('session_hour', "DateTime('UTC')", comment, 'Delta(4), ZSTD(1)');

const properties = propertyNames as readonly SessionProperty[];

/** The exit page of a session and its properties. */
export const propertiesOfSession: readonly Column[] = [
  packed('exit_page', text, 'Path of the last page'),
  ...properties.map((name) => packed(name, text, aboutProperty(name))),
];

/** The same as columns of what belongs to a session. */
export const propertiesOfItsSession: readonly Column[] = [
  packed('exit_page', text, 'Of its session: path of the last page'),
  ...properties.map((name) => packed(name, text, `Of its session: ${propertyComments[name]}`)),
];
