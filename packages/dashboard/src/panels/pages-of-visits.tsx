import { breakdown } from '../api/reports.ts';
import { Also } from './also.tsx';
import { Body } from './panel.tsx';
import { useChoice, useViewReport } from './use-panel.ts';

interface Properties {
  by: 'entry_page' | 'exit_page';
  title: string;
  most: number;
}

/** Entry or exit pages, in the space of a longer list. */
export function PagesOfVisits({ by, title, most }: Properties) {
  const loaded = useViewReport(breakdown, { dimension: by, limit: `${most}` });
  const choice = useChoice();
  return (
    <Body loaded={loaded} rows={most + 1}>
      {(pages) => (
        <Also
          title={title}
          rows={pages.map(({ value, visits }) => ({
            key: value,
            name: value,
            size: visits,
            ...choice([by, value]),
          }))}
        />
      )}
    </Body>
  );
}
