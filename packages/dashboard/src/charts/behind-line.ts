import type uPlot from 'uplot';
import type { Drawing } from './drawing.ts';

const mostBarPixels = 24;

/** Draws the bars, half as wide as their slots. Bars at the ends are wholly within the drawing. */
export function drawBars({ ctx, bbox, valToPos }: uPlot, { pairs, bars }: Drawing, colour: string): void {
  if (bars === undefined) return;
  const place = bbox.width / Math.max(1, pairs.length - 1);
  const width = Math.min(place / 2, mostBarPixels * devicePixelRatio);
  ctx.save();
  ctx.fillStyle = colour;
  pairs.forEach(({ current }, index) => {
    const value = (current && bars.of(current)) ?? 0;
    // Refunds would cover the times below the axis.
    if (value <= 0) return;
    const centre = valToPos(index, 'x', true);
    const left = Math.max(bbox.left, Math.min(bbox.left + bbox.width - width, centre - width / 2));
    const top = valToPos(value, 'bars', true);
    ctx.fillRect(left, top, width, bbox.top + bbox.height - top);
  });
  ctx.restore();
}

/** Hatches the slots of buckets without data. */
export function hatch({ ctx, bbox, valToPos }: uPlot, { pairs }: Drawing, colour: string): void {
  pairs.forEach(({ isGap }, index) => {
    if (!isGap) return;
    const [from, until] = [index - 0.5, index + 0.5].map((place) =>
      Math.max(bbox.left, Math.min(bbox.left + bbox.width, valToPos(place, 'x', true))),
    );
    if (from === undefined || until === undefined) return;
    ctx.save();
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.rect(from, bbox.top, until - from, bbox.height);
    ctx.clip();
    ctx.beginPath();
    for (let left = from - bbox.height; left < until; left += 7 * devicePixelRatio) {
      ctx.moveTo(left, bbox.top + bbox.height);
      ctx.lineTo(left + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  });
}
