const [width, height] = [120, 26];

/** The pageviews of a site over the period, as a line. The numbers next to it say the same to screen readers. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  const line = counts
    .map(
      (count, index) =>
        `${(index * step).toFixed(1)} ${(height - 1 - (count / most) * (height - 3)).toFixed(1)}`,
    )
    .join('L');
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="under" d={`M${line}L${width} ${height}L0 ${height}Z`} />
      <path d={`M${line}`} />
    </svg>
  );
}
