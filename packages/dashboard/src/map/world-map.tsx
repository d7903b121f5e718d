import type { TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import { countryName } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { messages } from '../words/words.ts';
import world from './world.json';

interface Properties {
  busy: boolean;
  /** By country code; undefined while they load, when there is only the space of the map. */
  visits: ReadonlyMap<string, number> | undefined;
  choiceOf: (country: string) => { chosen: boolean; onChoose: () => void };
}

/** A country under the pointer, and where on the map that is. */
interface Pointed {
  country: string;
  left: number;
  top: number;
  width: number;
}

/** The shapes of larger countries, and a point for each that would be too small to see. */
const shapes = Object.entries(world.shapes);
const points: [string, number, number][] = Object.entries(world.points).map(([country, [x = 0, y = 0]]) => [
  country,
  x,
  y,
]);

/**
 * The places of visits. The list next to it has the same content for screen readers and keyboards, so for them the map is
 * one picture.
 */
export function WorldMap({ busy, visits, choiceOf }: Properties) {
  const [pointed, setPointed] = useState<Pointed>();
  const most = Math.max(1, ...[...(visits ?? [])].map(([country, count]) => (country ? count : 0)));
  const looks = (country: string) => {
    const count = visits?.get(country) ?? 0;
    const { chosen, onChoose } = choiceOf(country);
    return {
      class: `${count > 0 ? 'visited' : ''} ${chosen ? 'chosen' : ''}`,
      // Square root, because a few countries have most of the visits and the others should be visible too.
      style: count > 0 ? { fillOpacity: 0.2 + 0.8 * Math.sqrt(count / most) } : {},
      onPointerMove: ({ currentTarget, clientX, clientY }: TargetedPointerEvent<SVGElement>) => {
        const { left, top, width } = currentTarget.ownerSVGElement?.getBoundingClientRect() ?? {
          left: 0,
          top: 0,
          width: 0,
        };
        setPointed({ country, left: clientX - left, top: clientY - top, width });
      },
      onClick: count > 0 ? onChoose : undefined,
    };
  };
  return (
    <div class="map" aria-busy={busy} onPointerLeave={() => setPointed(undefined)}>
      <svg viewBox={world.viewBox} role="img" aria-label={summary(visits)}>
        {visits && shapes.map(([country, path]) => <path key={country} d={path} {...looks(country)} />)}
        {points.map(([country, x, y]) =>
          visits?.has(country) ? <circle key={country} cx={x} cy={y} r="4" {...looks(country)} /> : null,
        )}
      </svg>
      {pointed && pointed.country.length === 2 && (
        <p
          class={pointed.left > pointed.width / 2 ? 'tip left' : 'tip'}
          aria-hidden="true"
          style={{ insetInlineStart: `${pointed.left}px`, insetBlockStart: `${pointed.top}px` }}
        >
          {countryName(pointed.country)} <strong>{formatCount(visits?.get(pointed.country) ?? 0)}</strong>
        </p>
      )}
      {visits && (
        <p class="map-legend faint" aria-hidden="true">
          {messages.numbers.names.visits} 1 <span /> {formatCount(most)}
        </p>
      )}
    </div>
  );
}

function summary(visits: ReadonlyMap<string, number> | undefined): string {
  if (visits === undefined) return messages.panels.map;
  const first = [...visits].filter(([country]) => country !== '').slice(0, 5);
  const words = first.map(([country, count]) => `${countryName(country)} ${formatCount(count)}`);
  return words.length === 0 ? messages.panels.emptyMap : messages.panels.mapOf(words.join(', '));
}
