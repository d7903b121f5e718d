import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/use-report.ts';
import type { Dimension } from '../filters/filter.ts';
import { Icon } from '../icons.tsx';
import { keepFocus } from '../url/use-view.ts';
import type { ChangeSorting } from './change.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { type VisitList, type VisitNumbers, VisitRows, visitCsv } from './visit-rows.tsx';

export interface VisitFrame {
  title: string;
  area: string;
  tools: ComponentChildren;
  /** The rows, as part of the name of the CSV file. */
  name: string;
  /** The name of a row, if it is not that of the dimension. */
  what?: string;
  /** The number of rows to reserve space for while they load. */
  space?: number;
  /** Whether all rows are shown here, not in a sheet. */
  inPlace?: boolean;
  /** An additional button at the end of a row. */
  more?: (value: string) => ComponentChildren;
}

interface Properties<Row extends VisitNumbers, By extends Dimension> extends VisitFrame, VisitList<Row, By> {
  loaded: Loaded<readonly Row[]>;
  /** The order by change, where available. */
  sorting?: ChangeSorting;
  below?: (rows: readonly Row[]) => ComponentChildren;
  /** Lays out the list next to other content. */
  around?: (list: ComponentChildren) => ComponentChildren;
}

/** A panel of visits by the values of a dimension. */
export function VisitPanel<Row extends VisitNumbers, By extends Dimension>(properties: Properties<Row, By>) {
  const { title, area, tools, name, space = 9, loaded, below, around = (list) => list } = properties;
  const { answer } = loaded;
  const csv = <CsvButton key="csv" name={name} loaded={loaded} text={(rows) => visitCsv(rows, properties)} />;
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

/** The button that opened it is gone. */
const begin = (button: HTMLElement | null) => button?.focus({ preventScroll: true });

/** Controls of a panel with the details of a value: back to all values, and its tabs. */
export function BackTools({ to, tabs, onBack }: { to: string; tabs: ComponentChildren; onBack: () => void }) {
  return (
    <>
      <button type="button" class="quiet" ref={begin} onClick={() => keepFocus(onBack)}>
        <Icon name="back" /> {to}
      </button>
      <span class="spring" />
      {tabs}
    </>
  );
}
