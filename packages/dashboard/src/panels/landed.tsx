import { breakdown } from '../api/reports.ts';
import { formatCount } from '../format/numbers.ts';
import { Foreign } from './list.tsx';
import { Body } from './panel.tsx';
import { useChoice, useViewReport } from './use-panel.ts';

/** Where the visits of a few sources began, in the room that a list of more sources would take. */
export function Landed({ most }: { most: number }) {
  const loaded = useViewReport(breakdown, { dimension: 'entry_page', limit: `${most}` });
  const choice = useChoice();
  return (
    <section class="landed" aria-label="Pages where they began">
      <h3 class="faint">Pages where they began</h3>
      <Body loaded={loaded} rows={most}>
        {(pages) => (
          <ol>
            {pages.map(({ value, visits }) => {
              const { chosen, onChoose } = choice(['entry_page', value]);
              return (
                <li key={value} class={chosen ? 'chosen' : ''}>
                  <span class="what">
                    <span
                      class="bar"
                      style={{ inlineSize: `${(100 * visits) / Math.max(1, pages[0]?.visits ?? 0)}%` }}
                    />
                    <button type="button" class="row" aria-pressed={chosen} title={value} onClick={onChoose}>
                      <Foreign text={value} />
                    </button>
                  </span>
                  <span class="number">{formatCount(visits)}</span>
                </li>
              );
            })}
          </ol>
        )}
      </Body>
    </section>
  );
}
