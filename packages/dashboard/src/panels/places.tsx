import { useState } from 'preact/hooks';
import { type Geo, geo } from '../api/reports.ts';
import { partOf } from '../api/use-report.ts';
import { countryName } from '../format/names.ts';
import { WorldMap } from '../map/world-map.tsx';
import { messages } from '../words/words.ts';
import { Tabs, tabsBy } from './tabs.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';
import { VisitPanel } from './visit-panel.tsx';
import type { VisitNumbers } from './visit-rows.tsx';

type Tab = 'country' | 'region' | 'city';
export type Place = VisitNumbers & Partial<Record<Tab, string>>;

export const lists = {
  country: { rowsOf: ({ countries }) => countries, dimensions: ['country'] },
  region: { rowsOf: ({ regions }) => regions, dimensions: ['country', 'region'] },
  city: { rowsOf: ({ cities }) => cities, dimensions: ['country', 'region', 'city'] },
} as const satisfies Record<Tab, { rowsOf: (places: Geo) => Place[]; dimensions: readonly Tab[] }>;

export function Places() {
  const [tab, setTab] = useState<Tab>('country');
  const loaded = useGoalReport(geo, { limit: '100' });
  const { rowsOf, dimensions } = lists[tab];
  const choice = useChoice();
  const countries = loaded.answer?.data.countries;
  const tabs = tabsBy('country', 'region', 'city');
  const label = messages.general.by(messages.panels.places);
  return (
    <VisitPanel
      title={messages.panels.places}
      area="places"
      tools={<Tabs label={label} tabs={tabs} chosen={tab} onChoose={setTab} />}
      name={messages.general.inText(tabs[tab])}
      loaded={partOf<Geo, readonly Place[]>(loaded, rowsOf)}
      by={tab}
      dimensions={dimensions}
      textOf={(place, dimension) => place[dimension] ?? ''}
      secondOf={({ country }) => (tab !== 'country' && country ? countryName(country) : '')}
      numbers={['visits']}
      around={(list) => (
        <>
          <div class="places-body">
            <WorldMap
              busy={loaded.loading}
              visits={countries && new Map(countries.map(({ country, visits }) => [country, visits]))}
              choiceOf={(country) => choice(['country', country])}
            />
            {list}
          </div>
          {loaded.answer?.meta.geoip === false && <p class="faint">{messages.panels.noPlaces}</p>}
        </>
      )}
    />
  );
}
