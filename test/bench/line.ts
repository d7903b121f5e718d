import type { FigureName } from './capacity/figures.ts';
import { markdown } from './markdown.ts';
import { grouped } from './statistics.ts';

/** One line of the table: a figure, and what it should be. */
export interface Line {
  /** That of the command line, unless the line says another. */
  part?: string;
  what: string;
  figure: string;
  /** Empty where there is none: the figure is there to be known. */
  target: string;
  met: boolean | undefined;
  baseline?: string;
  /** The same as numbers, for `npm run capacity`. */
  facts?: { name: FigureName; value: number }[];
}

type Rest = Pick<Line, 'part' | 'baseline' | 'facts'>;

/** What a figure should be, and how it is written. By default it is a ratio of two sides of one run. */
export interface Target {
  unit?: string;
  digits?: number;
  atLeast?: number;
  atMost?: number;
}

/** A figure, with a target or without one; empty where it could not be had. */
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

/** The 95th percentile of times. */
export const p95Line = (what: string, value: number, of: Target, rest: Rest = {}): Line =>
  line(`${what}, p95`, value, of, rest);

/** A figure in words, which is there to be known. */
export const note = (what: string, figure: string, rest: Rest = {}): Line => ({
  what,
  figure,
  target: '',
  met: undefined,
  ...rest,
});

/** The lines as a Markdown table. */
export function toTable(lines: readonly Line[]): string {
  const head = ['part', 'what', 'figure', 'baseline', 'target', 'met'];
  const cells = lines.map(({ part = '', what, figure, baseline = '', target, met }) => [
    ...[part, what, figure, baseline, target],
    met === undefined ? '' : met ? 'yes' : 'NO',
  ]);
  return markdown([head, ...cells]);
}
