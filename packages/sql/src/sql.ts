/** The shards as ClickHouse's `remote_servers` names them, and the database that each of them has. Both are identifiers. */
export interface Cluster {
  name: string;
  database: string;
}

/** The name of a table in the database, by the one that queries have for it. */
export type TableNames = ReadonlyMap<string, string>;

/** Where a piece of SQL runs, and the parameters of the query that it is part of. */
export interface Place {
  /** The shards that have the rows; undefined for one server. */
  cluster: Cluster | undefined;
  /** On the server that is asked, or on each shard. `alone`: where each shard reads tables of one key as it has them. */
  on: 'server' | 'shard' | 'shard alone';
  /** The names in the database of tables that queries name otherwise. */
  tables: TableNames;
  /** @returns the parameter as SQL: `{name:type}` */
  parameter(value: unknown, type: string): string;
}

/** A piece of ClickHouse's SQL. It is written for the place where it runs: one server, all shards, or one of them. */
export interface Sql {
  /** Writes the text, and notes its parameters in the place. */
  write(place: Place): string;
}

/** A part of a template: other SQL, or a number. A text is a value (values.ts), never a part of the SQL. */
export type Part = Sql | number;

/**
 * SQL as a tagged template. Backslashes stay as they stand. Each part is indented as its line is, so that the whole can be read in
 * the logs of ClickHouse.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  const { raw: texts } = strings;
  return {
    write(place) {
      let written = '';
      for (const [index, text] of texts.entries()) {
        written += text;
        const part = parts[index];
        if (part !== undefined) written += indented(textOf(part, place), indentOf(written));
      }
      return written.trim();
    },
  };
}

const textOf = (part: Part, place: Place) => (typeof part === 'number' ? `${part}` : part.write(place));

const indented = (text: string, indent: string) => text.replaceAll('\n', `\n${indent}`);

/** The spaces at the start of the last line. */
function indentOf(written: string): string {
  const line = written.slice(written.lastIndexOf('\n') + 1);
  return line.slice(0, line.length - line.trimStart().length);
}

/** SQL of our own: a name from a list of ours, or the text of a .sql file. Never what somebody sent. */
export const raw = (text: string): Sql => ({ write: () => text });

export const empty = raw('');

/** Pieces of SQL, one after the other. @param separator SQL between them */
export const join = (pieces: readonly Sql[], separator: string): Sql => ({
  write: (place) => pieces.map((piece) => piece.write(place)).join(separator),
});
