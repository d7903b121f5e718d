import { Fragment } from 'preact';
import type { Journey, JourneyNode } from '../api/reports.ts';
import { streamOutline } from '../charts/stream-outline.ts';
import { formatCount } from '../format/numbers.ts';
import { Foreign } from '../panels/list.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { columnsOf, type Link, nodeName } from './columns.ts';

interface Properties {
  journeys: readonly Journey[];
  /** Whether they end at the same place. */
  backwards: boolean;
  onChoose: (node: JourneyNode) => void;
}

/** Journeys from left to right; the height of a stop and the width of a stream are its number of visits. */
export function JourneyFlow({ journeys, backwards, onChoose }: Properties) {
  const columns = columnsOf(journeys, backwards);
  return (
    <Scrolled label="Journeys as a flow">
      <div class="journey-flow">
        {columns.map(({ stops, links }, place) => (
          <Fragment key={place}>
            <ol aria-label={`Place ${place + 1}`}>
              {stops.map(({ node, sessions, top, height }) => (
                <li
                  key={node ? JSON.stringify(node) : 'others'}
                  style={{ insetBlockStart: `${top}%`, blockSize: `${height}%` }}
                >
                  {node === undefined ? (
                    <span class="name faint">Others</span>
                  ) : (
                    <button
                      type="button"
                      class="row name"
                      title={`Journeys from ${nodeName(node)}`}
                      onClick={() => onChoose(node)}
                    >
                      <Foreign text={nodeName(node)} />
                    </button>
                  )}
                  <span class="number">{formatCount(sessions)}</span>
                </li>
              ))}
            </ol>
            {place < columns.length - 1 && <Links links={links} />}
          </Fragment>
        ))}
      </div>
    </Scrolled>
  );
}

function Links({ links }: { links: readonly Link[] }) {
  return (
    <svg class="streams" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {links.map(({ from, to }, index) => (
        <path key={index} d={streamOutline(from, to)} />
      ))}
    </svg>
  );
}
