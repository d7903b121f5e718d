import type { Engagement } from '../api/reports.ts';
import { Empty } from '../definitions/empty.tsx';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { messages } from '../words/words.ts';

/** The page from top to bottom: where views stopped, and how many got at least that far. */
export function ScrollDepth({ page }: { page: Engagement }) {
  const { views, scroll_depth_distribution: bands } = page;
  if (views === 0) return <Empty>{messages.page.noViews}</Empty>;
  const most = Math.max(1, ...bands.map((band) => band.views));
  return (
    <table class="list depths">
      <thead>
        <tr>
          <th scope="col">{messages.page.part}</th>
          <th scope="col">{messages.page.stoppedThere}</th>
          <th scope="col" class="number">
            {messages.numbers.names.share}
          </th>
          <th scope="col" class="number">
            {messages.page.gotThisFar}
          </th>
        </tr>
      </thead>
      <tbody>
        {bands.map((band, index) => {
          const reached = bands.slice(index).reduce((sum, further) => sum + further.views, 0);
          return (
            <tr key={band.from}>
              <th scope="row" class="number">
                {band.from}–{band.to}%
              </th>
              <td class="track">
                <span style={{ inlineSize: `${(100 * band.views) / most}%` }} />
                <span class="hidden">{formatCount(band.views)}</span>
              </td>
              <td class="number" title={formatCount(band.views)}>
                {formatPercent(band.percentage)}
              </td>
              <td class="number">{formatPercent((100 * reached) / views)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
