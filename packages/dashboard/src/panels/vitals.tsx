import { coreVitals, shownVitals, type Vital, vitals } from '@tallyhouse/ping/vitals';
import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type VitalsRow, webVitals } from '../api/reports.ts';
import { dimensionName } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { formatCount } from '../format/numbers.ts';
import { classOf, formatVital, type Measured, sharesOf, sharesText } from '../format/vitals.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { Foreign, List } from './list.tsx';
import { Body, CsvButton, FailedPanel, Panel } from './panel.tsx';
import { Tabs, tabsBy } from './tabs.tsx';
import { useChoice, useViewReport } from './use-panel.ts';
import { ValueMark } from './value-mark.tsx';

type Tab = 'page' | 'device_type' | 'country';

const hasValues = (row: VitalsRow) => shownVitals.some((vital) => row[vital] !== null);

/** Web vitals of the view, if browsers report any. @param shown the available lists */
export function Vitals({ shown = ['page', 'device_type', 'country'] }: { shown?: readonly Tab[] }) {
  const [first = 'device_type'] = shown;
  const [tab, setTab] = useState<Tab>(first);
  const whole = useViewReport(webVitals);
  const loaded = useViewReport(webVitals, { by: tab, limit: '100' });
  const [all] = whole.answer?.data ?? [];
  if (all === undefined || !hasValues(all))
    return <FailedPanel title={messages.panels.vitals} area="vitals" loaded={whole} />;
  return (
    <Panel
      title={messages.panels.vitals}
      area="vitals"
      tools={
        <>
          <Tabs
            label={messages.general.by(messages.panels.vitals)}
            tabs={tabsBy('page', 'device_type', 'country')}
            shown={shown}
            chosen={tab}
            onChoose={setTab}
          />
          <CsvButton
            name={messages.general.inText(messages.panels.vitals)}
            loaded={loaded}
            text={(rows) => csvOf(tab, rows.filter(hasValues))}
          />
        </>
      }
    >
      <dl class="vital-figures">
        {shownVitals.map((vital) => (
          <Figure key={vital} vital={vital} measured={all[vital]} />
        ))}
      </dl>
      <p class="faint">{messages.panels.vitalsMean}</p>
      <Body loaded={loaded} rows={5}>
        {(data) => <Rows tab={tab} rows={data.filter(hasValues)} />}
      </Body>
    </Panel>
  );
}

function Figure({ vital, measured }: { vital: Vital; measured: Measured | null }) {
  const { short, long } = vitals[vital];
  return (
    <div>
      <dt class="faint">
        <abbr title={long}>{short}</abbr>
      </dt>
      <dd>
        <Value vital={vital} measured={measured} />
        {measured && (
          <>
            <span>{messages.numbers.vitals[classOf(measured)]}</span>
            <span class="shares" role="img" aria-label={sharesText(measured)} title={sharesText(measured)}>
              {sharesOf(measured).map(([name, percent]) => (
                <span key={name} class={name} style={{ inlineSize: `${percent}%` }} />
              ))}
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

const Value = ({ vital, measured }: { vital: Vital; measured: Measured | null }) => (
  <strong class={measured ? `vital ${classOf(measured)}` : 'vital'}>{formatVital(vital, measured)}</strong>
);

const textOf = (tab: Tab, row: VitalsRow) => (tab === 'page' ? row.page_path : row[tab]) ?? '';

function Rows({ tab, rows }: { tab: Tab; rows: readonly VitalsRow[] }) {
  const { change } = useView();
  const choice = useChoice();
  return (
    <List
      key={tab}
      what={dimensionName(tab)}
      columns={[messages.numbers.names.views, ...coreVitals.map((vital) => vitals[vital].short)]}
      rows={rows.map((row) => {
        const value = textOf(tab, row);
        const name = tab === 'page' ? value : valueName(tab, value);
        return {
          key: value,
          name,
          label: (
            <>
              {tab !== 'page' && <ValueMark dimension={tab} value={value} />} <Foreign text={name} />
            </>
          ),
          cells: [
            formatCount(row.views),
            ...coreVitals.map((vital) => <Value key={vital} vital={vital} measured={row[vital]} />),
          ],
          size: row.views,
          ...(tab === 'page' ? { onChoose: () => change({ page: value }) } : choice([tab, value])),
        };
      })}
    />
  );
}

const csvOf = (tab: Tab, rows: readonly VitalsRow[]): string =>
  toCsv(
    [tab === 'page' ? 'page_path' : tab, 'views', ...shownVitals.map((vital) => `${vital}_p75` as const)],
    rows.map((row) => ({
      ...row,
      ...Object.fromEntries(shownVitals.map((vital) => [`${vital}_p75`, row[vital]?.p75])),
    })),
  );
