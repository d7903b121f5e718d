import type uPlot from 'uplot';
import { drawBars } from './behind-line.ts';
import type { Drawing } from './drawing.ts';

test('sums have bars above the axis; days of refunds, or without data, have none', () => {
  Object.assign(globalThis, { devicePixelRatio: 1 });
  const drawn: number[][] = [];
  const chart = {
    ctx: { save() {}, restore() {}, fillRect: (...box: number[]) => drawn.push(box) },
    bbox: { left: 0, top: 0, width: 100, height: 40 },
    valToPos: (value: number, scale: string) => (scale === 'x' ? 50 * value : 40 - value),
  };
  const pairs = [10, -5, 0, null].map((current) => ({ current }));
  const drawing = { pairs, bars: { of: (value: number) => value } };
  drawBars(chart as unknown as uPlot, drawing as unknown as Drawing, 'green');
  expect(drawn).toEqual([[0, 30, expect.any(Number), 10]]);
});
