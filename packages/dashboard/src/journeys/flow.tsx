import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Journey, JourneyNode } from '../api/reports.ts';
import { streamOutline } from '../charts/stream-outline.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { Foreign } from '../panels/list.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { counted } from '../words/counted.ts';
import { messages } from '../words/words.ts';
import { columnsOf, type Link, type Stop } from './columns.ts';
import { nodeName } from './node.ts';

interface Properties {
  journeys: readonly Journey[];
  backwards: boolean;
  nameOf: (node: JourneyNode) => string;
  onChoose: (node: JourneyNode) => void;
}

/**
 * Journeys from left to right; the height of a stop and the width of a stream are its number of visits. The journeys through the stop under
 * the pointer, or with the focus, are highlighted.
 */
export function JourneyFlow({ journeys, backwards, nameOf, onChoose }: Properties) {
  const columns = columnsOf(journeys, backwards);
  const total = journeys.reduce((sum, { sessions }) => sum + sessions, 0);
  const [passing, setPassing] = useState<Stop['journeys']>();
  const rest = {
    others: messages.journeys.others,
    outside: backwards ? messages.journeys.notYet : messages.journeys.left,
  } as const;
  return (
    <Scrolled label={messages.journeys.flow}>
      <div class={passing ? 'journey-flow followed' : 'journey-flow'}>
        {columns.map(({ stops, links }, place) => (
          <Fragment key={place}>
            <ol aria-label={messages.journeys.place(`${place + 1}`)}>
              {stops.map(({ node, sessions, journeys: through, top, height }) => {
                const isRest = typeof node === 'string';
                const share = formatPercent((100 * sessions) / total);
                return (
                  <li
                    key={isRest ? node : JSON.stringify(node)}
                    class={isRest ? 'rest-of' : undefined}
                    title={messages.journeys.stop(
                      isRest ? rest[node] : nodeName(node),
                      counted(messages.funnel.owners.session, sessions),
                      share,
                    )}
                    style={{ insetBlockStart: `${top}%`, blockSize: `${height}%` }}
                    onPointerEnter={() => setPassing(through)}
                    onPointerLeave={() => setPassing(undefined)}
                    onFocusIn={() => setPassing(through)}
                    onFocusOut={() => setPassing(undefined)}
                  >
                    {isRest ? (
                      <span class="name faint">{rest[node]}</span>
                    ) : (
                      <button type="button" class="row name" onClick={() => onChoose(node)}>
                        <Foreign text={nameOf(node)} />
                      </button>
                    )}
                    <span class="number">
                      {formatCount(sessions)} <span class="part">{share}</span>
                    </span>
                  </li>
                );
              })}
            </ol>
            {place < columns.length - 1 && <Links links={links} passing={passing} />}
          </Fragment>
        ))}
      </div>
    </Scrolled>
  );
}

function Links({ links, passing }: { links: readonly Link[]; passing: Stop['journeys'] | undefined }) {
  return (
    <svg class="streams" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {links.map(({ from, to, journeys }, index) => (
        <path
          key={index}
          class={passing && [...journeys].some((one) => passing.has(one)) ? 'passing' : undefined}
          d={streamOutline(from, to)}
        />
      ))}
    </svg>
  );
}
