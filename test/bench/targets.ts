import type { Target } from './line.ts';

export const targets = {
  start: { unit: ' ms', atMost: 3000 },
  idleMemory: { unit: ' MB', atMost: 600 },
  idleCpu: { unit: ' %', digits: 1, atMost: 4 },
  tracker: { unit: ' B', atMost: 2400 },
  trackerFiles: { unit: ' B', atMost: 3900 },
  /** Single pings, as a share or a multiple of bare node:http. */
  wayRate: { atLeast: 0.31 },
  wayCpu: { atMost: 5 },
  ingest: { atLeast: 0.4 },
  ingestBatches: { unit: '/s', atLeast: 60_000 },
  attack: { atMost: 1.5 },
  visible: { unit: ' ms', atMost: 1500 },
  /** As a share of curl's rate, like the next two. */
  consumer: { atLeast: 0.85 },
  exports: { atLeast: 0.9 },
  lake: { atLeast: 0.9 },
  report: { unit: ' ms', atMost: 60 },
  timesRaw: { atLeast: 10 },
  /** Visitors from one country, as a share of raw pings. */
  filtered: { atMost: 1 },
  sites: { unit: ' ms', atMost: 200 },
  overviewOfSites: { unit: ' ms', atMost: 150 },
  events: { unit: ' ms', atMost: 100 },
  funnel: { unit: ' ms', atMost: 300 },
  funnelTimesRaw: { atLeast: 5 },
  paths: { unit: ' ms', atMost: 500 },
  eventPing: { atMost: 1.1 },
  eventDisk: { unit: ' B', digits: 1, atMost: 100 },
  firstContentOfSites: { unit: ' ms', atMost: 400 },
  firstContent: { unit: ' ms', atMost: 300 },
  layoutShift: { unit: '', digits: 4, atMost: 0.01 },
  /** Lines of an access log for each second of CPU time. */
  import: { unit: '/s', atLeast: 50_000 },
  followed: { unit: ' ms', atMost: 2000 },
  delete: { unit: ' s', digits: 1, atMost: 60 },
  disk: { unit: ' B a pageview', digits: 1, atMost: 100 },
} satisfies Record<string, Target>;
