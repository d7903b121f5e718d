import devices from './devices.json';
import places from './places.json';
import { idAt, picker, type Random, seeded } from './random.ts';
import { dayMs, visitsOf } from './rhythm.ts';

const placeOf = picker(places);
const deviceOf = picker(devices);

type Place = (typeof places)[number];
type Device = (typeof devices)[number];

export interface Visitor {
  id: string;
  place: Place;
  device: Device;
}

/** The share of visits by returning visitors. */
const returning = 0.24;

/**
 * A visitor of a day: a new one, or a new visitor of an earlier day. A visitor depends only on a day and a number, so
 * each day can be generated without the days before it.
 */
export function visitorOf(day: number, index: number, random: Random): Visitor {
  if (random() > returning) return made(day, index);
  const earlier = day - 1 - Math.floor(-Math.log(1 - random()) * 5);
  return made(earlier, Math.floor(random() * visitsOf(earlier)));
}

function made(day: number, index: number): Visitor {
  const random = seeded('visitor', day, index);
  return { id: idAt(day * dayMs, random), place: placeOf(random), device: deviceOf(random) };
}
