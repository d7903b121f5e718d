import type { FigureName } from '../../apps/standalone/src/capacity/figures.ts';

/** One line of the table: a figure, and what it should be. */
export interface Line {
  part: string;
  what: string;
  figure: string;
  /** Empty where there is none: the figure is there to be known. */
  target: string;
  met: boolean | undefined;
  baseline?: string;
  /** The same as numbers, for `npm run capacity`. */
  facts?: Fact[];
}

interface Fact {
  name: FigureName;
  value: number;
}

/** A figure that is a ratio of two sides of one run; NaN where one of them could not be had. */
export function ratioLine(
  part: string,
  what: string,
  ratio: number,
  { atLeast, atMost, baseline }: { atLeast?: number; atMost?: number; baseline: string },
): Line {
  const target = atLeast !== undefined ? `>= ${atLeast} x` : atMost !== undefined ? `<= ${atMost} x` : '';
  if (Number.isNaN(ratio)) return { part, what, figure: '', target, met: undefined, baseline };
  const met = atLeast !== undefined ? ratio >= atLeast : atMost !== undefined ? ratio <= atMost : undefined;
  return { part, what, figure: `${ratio.toFixed(2)} x`, target, met, baseline };
}

/** A figure without a target, which is there to be known. */
export const plainLine = (part: string, what: string, figure: string): Line => ({
  part,
  what,
  figure,
  target: '',
  met: undefined,
});

/** The lines as a Markdown table. */
export function toTable(lines: readonly Line[]): string {
  const head = ['part', 'what', 'figure', 'baseline', 'target', 'met'];
  const cells = lines.map((line) => [
    line.part,
    line.what,
    line.figure,
    line.baseline ?? '',
    line.target,
    line.met === undefined ? '' : line.met ? 'yes' : 'NO',
  ]);
  const widths = head.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const row = (values: readonly string[]) =>
    `| ${values.map((value, column) => value.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [row(head), row(widths.map((width) => '-'.repeat(width))), ...cells.map(row)].join('\n');
}
