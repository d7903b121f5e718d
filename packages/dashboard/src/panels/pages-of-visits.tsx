import { breakdown } from '../api/reports.ts';
import { Also } from './also.tsx';
import { Body } from './panel.tsx';
import { useChoice, useViewReport } from './use-panel.ts';

/** Where the visits of a few sources began, in the room that a list of more sources would take. */
export function Landed({ most }: { most: number }) {
  const loaded = useViewReport(breakdown, { dimension: 'entry_page', limit: `${most}` });
  const choice = useChoice();
  return (
    <Body loaded={loaded} rows={most + 1}>
      {(pages) => (
        <Also
          title="Pages where they began"
          rows={pages.map(({ value, visits }) => ({
            key: value,
            name: value,
            size: visits,
            ...choice(['entry_page', value]),
          }))}
        />
      )}
    </Body>
  );
}
