import { Document, isScalar, visit } from 'yaml';

const options = { lineWidth: 0, flowCollectionPadding: false } as const;

/** A value on lines of its own, each with a line end. Lists of plain values are in brackets. @param indent of its lines, blanks */
export function onLines(value: object, indent: number): string {
  const document = new Document(value);
  visit(document, {
    Seq(key, list) {
      if (key !== null && list.items.every(isScalar)) list.flow = true;
    },
  });
  // `^` would also match behind the line separators of Unicode, which end no line in YAML.
  return document.toString(options).replace(/(^|\n)(?=[^\n])/g, `$1${' '.repeat(indent)}`);
}

/** A value within a line. @param inFlow whether it is within brackets: it is JSON there, which is YAML too */
export function inLine(value: unknown, inFlow: boolean): string {
  // What begins as separators of documents do (`---`, `...`) would get lines of its own.
  const isPlain = typeof value === 'string' && !/\p{Cc}|^(?:---|\.\.\.)/u.test(value);
  return isPlain && !inFlow ? new Document(value).toString(options).trimEnd() : JSON.stringify(value);
}

/** An item within brackets. @param name of a member of a map @param indent set when each item has lines of its own */
export function inBrackets(name: string | undefined, value: unknown, indent: string | undefined): string {
  const json = JSON.stringify(value, null, indent === undefined ? 0 : 2);
  const text = indent === undefined ? json : json.replaceAll('\n', `\n${indent}`);
  return name === undefined ? text : `${JSON.stringify(name)}: ${text}`;
}
