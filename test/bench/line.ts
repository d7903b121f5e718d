import type { FigureName } from './capacity/figures.ts';
import { markdown } from './markdown.ts';
import { grouped } from './statistics.ts';

/** A line of the table: a figure and its target. */
export interface Line {
  /** The size on the command line, unless the line has another. */
  part?: string;
  what: string;
  figure: string;
  /** Empty for a figure without a target. */
  target: string;
  met: boolean | undefined;
  baseline?: string;
  /** The same as numbers, for `npm run capacity`. */
  facts?: { name: FigureName; value: number }[];
}

type Rest = Pick<Line, 'part' | 'baseline' | 'facts'>;

/** The target of a figure, and how it is written. By default it is a ratio of two sides of a run. */
export interface Target {
  unit?: string;
  digits?: number;
  atLeast?: number;
  atMost?: number;
}

/** A figure, with a target or without; empty if it could not be measured. */
export function line(what: string, value: number, of: Target = {}, rest: Rest = {}): Line {
  const { unit = ' x', digits = unit === ' x' ? 2 : 0, atLeast, atMost } = of;
  const targets = [atLeast, atMost].map((bound, index) =>
    bound === undefined ? '' : `${index === 0 ? '>=' : '<='} ${bound.toLocaleString('en')}${unit}`,
  );
  const target = targets.join('');
  if (!Number.isFinite(value)) return { what, figure: '', target, met: undefined, ...rest };
  const met = target === '' ? undefined : value >= (atLeast ?? value) && value <= (atMost ?? value);
  return { what, figure: `${grouped(value, digits)}${unit}`, target, met, ...rest };
}

export const p95Line = (what: string, value: number, of: Target, rest: Rest = {}): Line =>
  line(`${what}, p95`, value, of, rest);

export const note = (what: string, figure: string, rest: Rest = {}): Line => ({
  what,
  figure,
  target: '',
  met: undefined,
  ...rest,
});

export function toTable(lines: readonly Line[]): string {
  const head = ['part', 'what', 'figure', 'baseline', 'target', 'met'];
  const cells = lines.map(({ part = '', what, figure, baseline = '', target, met }) => [
    ...[part, what, figure, baseline, target],
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]);
  return markdown([head, ...cells]);
}
