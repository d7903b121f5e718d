import { type FigureName, type Figures, figureNames } from './figures.ts';
import { markdown } from './table.ts';

/** How far two sizes may be apart. */
const most = 0.2;

/** Of the two runs this differs by intention. */
const size: FigureName = 'disk: pageviews stored';

/**
 * The estimate is a proportion: it takes each figure to be the same at every size. So the figures of one size predict those of
 * another, and the ratio says how well.
 */
export function compare(predicted: Figures, measured: Figures): string {
  const names = Object.keys(figureNames) as FigureName[];
  const total = (of: Figures['of']) =>
    of('disk: bytes of raw pings a pageview') + of('disk: bytes of other tables a pageview');
  const lines: [string, number, number][] = [
    ...names
      .filter((name) => name !== size)
      .map((name): [string, number, number] => [name, predicted.of(name), measured.of(name)]),
    ['disk: bytes of all tables a pageview', total(predicted.of), total(measured.of)],
  ];
  return markdown([
    [
      'figure',
      `predicted from ${count(predicted)}`,
      `measured at ${count(measured)}`,
      'ratio',
      `within ${most * 100} %`,
    ],
    ...lines.map(([name, one, other]) => [
      name,
      digits(one),
      digits(other),
      (other / one).toFixed(2),
      Math.abs(other / one - 1) <= most ? 'yes' : 'no',
    ]),
  ]);
}

const count = ({ of }: Figures) => `${Math.round(of(size)).toLocaleString('en')} pageviews`;
const digits = (value: number) =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 9 });
