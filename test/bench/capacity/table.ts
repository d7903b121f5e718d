import { markdown } from '../markdown.ts';
import type { Need } from './estimate.ts';

export function toTable(needs: readonly Need[]): string {
  return markdown([
    ['what', 'need', 'basis', 'calculated from'],
    ...needs.map((need) => [need.what, amountOf(need), basisOf(need), need.from]),
  ]);
}

/** The needs of several loads, a column each. Extrapolated needs have their factor. */
export function toTableOfLoads(loads: readonly { name: string; needs: readonly Need[] }[]): string {
  const [first] = loads;
  const rows = (first?.needs ?? []).map(({ what }, row) => [
    what,
    ...loads.map(({ needs }) => {
      const need = needs[row];
      return need === undefined ? '' : `${amountOf(need)}${beyondOf(need)}`;
    }),
  ]);
  return markdown([['what', ...loads.map(({ name }) => name)], ...rows]);
}

function amountOf({ amount, unit }: Need): string {
  if (unit === 'bytes') return bytes(amount);
  if (unit === 'cores') return amount < 10 ? (Math.ceil(amount * 10) / 10).toFixed(1) : whole(amount);
  return whole(amount);
}

function basisOf({ beyond }: Need): string {
  if (beyond === undefined) return 'the load';
  return beyond <= 1 ? 'measured' : `extrapolated, ${factor(beyond)} x`;
}

const beyondOf = ({ beyond = 1 }: Need) => (beyond <= 1 ? '' : ` (${factor(beyond)} x)`);

const factor = (beyond: number) => (beyond < 10 ? beyond.toFixed(1) : whole(beyond));
const whole = (amount: number) => Math.ceil(amount).toLocaleString('en');

const scales = [
  ['PB', 1e15],
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
] as const;

function bytes(amount: number): string {
  const [unit, size] = scales.find(([, least]) => amount >= least) ?? (['MB', 1e6] as const);
  return `${(amount / size).toFixed(1)} ${unit}`;
}
