import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type Geo, geo } from '../api/reports.ts';
import { Flag } from '../flag.tsx';
import { countryName, named } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { csvGoalCells, csvGoalColumns, goalCells, goalColumns } from '../goal/goal-columns.tsx';
import { WorldMap } from '../map/world-map.tsx';
import { Foreign, List, type Row } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';

const tabs = { countries: 'Countries', regions: 'Regions', cities: 'Cities' } as const;
const whats = { countries: 'Country', regions: 'Region', cities: 'City' } as const;
const details = { countries: 'country', regions: 'region', cities: 'city' } as const;
type Tab = keyof typeof tabs;

export function Places() {
  const [tab, setTab] = useState<Tab>('countries');
  const loaded = useGoalReport(geo, { limit: '100' });
  const rows = useRows(tab);
  const data = loaded.answer?.data;
  return (
    <Panel
      title="Places"
      area="places"
      tools={
        <>
          <Tabs label="Places by" tabs={tabs} chosen={tab} onChoose={setTab} />
          <CsvButton name={tabs[tab].toLowerCase()} text={data && (() => csvOf(data, tab))} />
        </>
      }
    >
      <div class="places-body">
        <MapOf countries={data?.countries} busy={loaded.loading} />
        <Body loaded={loaded} rows={9}>
          {(places) => (
            <List
              key={tab}
              what={whats[tab]}
              detail={details[tab]}
              {...goalColumns(places[tab], ['Visits'])}
              rows={rows(places)}
            />
          )}
        </Body>
      </div>
      {loaded.answer?.meta.geoip === false && (
        <p class="faint">There are no places, because GEOIP_DB is off.</p>
      )}
    </Panel>
  );
}

interface MapProperties {
  countries: Geo['countries'] | undefined;
  busy: boolean;
}

function MapOf({ countries, busy }: MapProperties) {
  const choice = useChoice();
  return (
    <WorldMap
      busy={busy}
      visits={countries && new Map(countries.map(({ country, visits }) => [country, visits]))}
      isChosen={(country) => choice(['country', country]).chosen}
      onChoose={(country) => choice(['country', country]).onChoose()}
    />
  );
}

function useRows(tab: Tab): (places: Geo) => Row[] {
  const choice = useChoice();
  const row = (
    country: string,
    name: string,
    within: string,
    cells: Row['cells'],
    of: Pick<Row, 'key' | 'size' | 'chosen' | 'onChoose'>,
  ): Row => ({
    ...of,
    name: within ? `${name}, ${within}` : name,
    label: (
      <>
        <Flag code={country} />
        <Foreign text={name} />{' '}
        {within && (
          <span class="second">
            <Foreign text={within} />
          </span>
        )}
      </>
    ),
    cells,
  });
  return (places) => {
    const cellsOf = (of: Geo[Tab][number]) => goalCells(places[tab], of, [formatCount(of.visits)]);
    switch (tab) {
      case 'countries':
        return places.countries.map((of) =>
          row(of.country, countryName(of.country), '', cellsOf(of), {
            key: of.country,
            size: of.visits,
            ...choice(['country', of.country]),
          }),
        );
      case 'regions':
        return places.regions.map((of) =>
          row(of.country, named(of.region), of.country && countryName(of.country), cellsOf(of), {
            key: `${of.country}\n${of.region}`,
            size: of.visits,
            ...choice(['country', of.country], ['region', of.region]),
          }),
        );
      case 'cities':
        return places.cities.map((of) =>
          row(of.country, named(of.city), of.country && countryName(of.country), cellsOf(of), {
            key: `${of.country}\n${of.region}\n${of.city}`,
            size: of.visits,
            ...choice(['country', of.country], ['region', of.region], ['city', of.city]),
          }),
        );
    }
  };
}

function csvOf({ countries, regions, cities }: Geo, tab: Tab): string {
  switch (tab) {
    case 'countries':
      return toCsv(
        ['country', 'visits', ...csvGoalColumns(countries)],
        countries.map((of) => [of.country, of.visits, ...csvGoalCells(of)]),
      );
    case 'regions':
      return toCsv(
        ['country', 'region', 'visits', ...csvGoalColumns(regions)],
        regions.map((of) => [of.country, of.region, of.visits, ...csvGoalCells(of)]),
      );
    case 'cities':
      return toCsv(
        ['country', 'region', 'city', 'visits', ...csvGoalColumns(cities)],
        cities.map((of) => [of.country, of.region, of.city, of.visits, ...csvGoalCells(of)]),
      );
  }
}
