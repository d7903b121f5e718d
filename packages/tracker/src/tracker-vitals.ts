/**
 * The third file, which the tracker loads if the tag has `data-vitals`: measures the web vitals of the page load, and sends them with its
 * first view. Later views of a single-page app have none, because they are not page loads.
 */
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { Tallyhouse } from '../tallyhouse.d.ts';
import { ofDocument } from './of-document.ts';
import { idleMs } from './times.ts';
import type { SendsVitals } from './vitals-file.ts';

const api = window.tallyhouse as Tallyhouse & SendsVitals;
const { view } = api;

/** Whether the page was visible: before that it has no view. */
let wasSeen = !ofDocument('hidden');
/** The measurements since the last ping. */
let vitals: Record<string, number> = {};

const all = { reportAllChanges: true };
onLCP(note, all);
onINP(note, all);
if ('at' in []) onCLS(note, all); // fails in Chromium before 92
onFCP(note);
onTTFB(note);

function note({ name, value }: MetricType): void {
  // Ingest takes no larger ones.
  if (name === 'CLS') vitals['cls'] = Math.min(Math.round(value * 10_000) / 10_000, 100);
  else vitals[`${name.toLowerCase()}_ms`] = Math.min(Math.round(value), 600_000);
}

function report(): void {
  // Without `send` another view began before this file was there. Later it may be another one because the session has ended.
  const isFirst = api.view !== view && performance.now() < idleMs;
  if (wasSeen && isFirst && api.send && Object.keys(vitals).length > 0) {
    api.send({ type: 'engage', vitals });
    vitals = {};
  }
  wasSeen = wasSeen || !ofDocument('hidden');
}

// The tracker calls it whenever another view begins.
api.view = (path) => {
  report();
  api.view = view;
  view(path);
};
// Not in the capture phase, in which the metrics get their last values, and the tracker sends a view that still waits.
addEventListener('visibilitychange', report);
addEventListener('pagehide', report);
