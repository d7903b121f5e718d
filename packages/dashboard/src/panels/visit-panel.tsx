import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-report.ts';
import type { Dimension } from '../filters/filter.ts';
import { Icon } from '../icons.tsx';
import type { ChangeSorting } from './change.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { type VisitList, type VisitNumbers, VisitRows, visitCsv } from './visit-rows.tsx';

/** The panel around a list of visits. */
export interface VisitFrame {
  title: string;
  area: string;
  tools: ComponentChildren;
  /** What is counted, as part of the name of the CSV file. */
  name: string;
  /** What a row is, if it is not the name of the dimension. */
  what?: string;
  /** For how many rows space is kept while they load. */
  space?: number;
  /** Whether all rows are shown here, not in a window of their own. */
  inPlace?: boolean;
  /** An additional button at the end of a row. */
  more?: (value: string) => ComponentChildren;
}

interface Properties<Row extends VisitNumbers, By extends Dimension> extends VisitFrame, VisitList<Row, By> {
  loaded: Loaded<readonly Row[]>;
  /** The order by change, where it can be chosen. */
  sorting?: ChangeSorting;
  /** What is below rows. */
  below?: (rows: readonly Row[]) => ComponentChildren;
  /** Puts the list beside something else. */
  around?: (list: ComponentChildren) => ComponentChildren;
}

/** A panel of visits by the values of a dimension. */
export function VisitPanel<Row extends VisitNumbers, By extends Dimension>(properties: Properties<Row, By>) {
  const { title, area, tools, name, space = 9, loaded, below, around = (list) => list } = properties;
  const { answer } = loaded;
  const csv = <CsvButton key="csv" name={name} text={answer && (() => visitCsv(answer.data, properties))} />;
  return (
    <Panel title={title} area={area} tools={[tools, csv]}>
      {around(
        <Body loaded={loaded} rows={space}>
          {(rows) => (
            <>
              <VisitRows {...properties} rows={rows} total={answer?.meta.total} />
              {rows.length > 0 && below?.(rows)}
            </>
          )}
        </Body>,
      )}
    </Panel>
  );
}

/** Controls of a panel that shows what is behind a value: back to all values, and its tabs. */
export function BackTools({ to, tabs, onBack }: { to: string; tabs: ComponentChildren; onBack: () => void }) {
  return (
    <>
      <button type="button" class="quiet" onClick={onBack}>
        <Icon name="back" /> {to}
      </button>
      <span class="spring" />
      {tabs}
    </>
  );
}
