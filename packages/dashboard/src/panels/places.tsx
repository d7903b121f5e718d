import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type Geo, geo } from '../api/reports.ts';
import { countryName, named } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { WorldMap } from '../map/world-map.tsx';
import { Foreign, List, type Row } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useViewReport } from './use-panel.ts';

const tabs = { countries: 'Countries', regions: 'Regions', cities: 'Cities' } as const;
const whats = { countries: 'Country', regions: 'Region', cities: 'City' } as const;
type Tab = keyof typeof tabs;

export function Places() {
  const [tab, setTab] = useState<Tab>('countries');
  const loaded = useViewReport(geo, { limit: '100' });
  const rows = useRows(tab);
  const data = loaded.answer?.data;
  return (
    <Panel
      title="Places"
      area="places"
      tools={
        <>
          <Tabs label="Places by" tabs={tabs} chosen={tab} onChoose={setTab} />
          <CsvButton name={tabs[tab]} text={data && (() => csvOf(data, tab))} />
        </>
      }
    >
      <div class="places-body">
        <MapOf countries={data?.countries} busy={loaded.loading} />
        <Body loaded={loaded} rows={10}>
          {(places) => <List key={tab} what={whats[tab]} columns={['Visits']} rows={rows(places)} />}
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
      visits={new Map(countries?.map(({ country, visits }) => [country, visits]))}
      isChosen={(country) => choice(['country', country]).chosen}
      onChoose={(country) => choice(['country', country]).onChoose()}
    />
  );
}

function useRows(tab: Tab): (places: Geo) => Row[] {
  const choice = useChoice();
  const row = (
    name: string,
    within: string,
    visits: number,
    of: Pick<Row, 'key' | 'chosen' | 'onChoose'>,
  ): Row => ({
    ...of,
    name: within ? `${name}, ${within}` : name,
    label: (
      <>
        <Foreign text={name} />{' '}
        {within && (
          <span class="second">
            <Foreign text={within} />
          </span>
        )}
      </>
    ),
    size: visits,
    cells: [formatCount(visits)],
  });
  return ({ countries, regions, cities }) => {
    switch (tab) {
      case 'countries':
        return countries.map(({ country, visits }) =>
          row(countryName(country), '', visits, { key: country, ...choice(['country', country]) }),
        );
      case 'regions':
        return regions.map(({ country, region, visits }) =>
          row(named(region), country && countryName(country), visits, {
            key: `${country}\n${region}`,
            ...choice(['country', country], ['region', region]),
          }),
        );
      case 'cities':
        return cities.map(({ country, region, city, visits }) =>
          row(named(city), country && countryName(country), visits, {
            key: `${country}\n${region}\n${city}`,
            ...choice(['country', country], ['region', region], ['city', city]),
          }),
        );
    }
  };
}

function csvOf({ countries, regions, cities }: Geo, tab: Tab): string {
  switch (tab) {
    case 'countries':
      return toCsv(
        ['country', 'visits'],
        countries.map((of) => [of.country, of.visits]),
      );
    case 'regions':
      return toCsv(
        ['country', 'region', 'visits'],
        regions.map((of) => [of.country, of.region, of.visits]),
      );
    case 'cities':
      return toCsv(
        ['country', 'region', 'city', 'visits'],
        cities.map((of) => [of.country, of.region, of.city, of.visits]),
      );
  }
}
