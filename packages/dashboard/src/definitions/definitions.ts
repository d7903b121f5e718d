/** What the numbers mean, by the words above them. */
export const definitions: Readonly<Record<string, string>> = {
  Visitors:
    'Browsers that came, each counted once however often. A browser without an id of its own counts once a month. Exact up to 4,095; larger numbers are estimated, within 1 %.',
  Visits: 'Pageviews of one visitor without a gap of 30 minutes are one visit. It counts where it began.',
  Pageviews: 'How often pages were opened.',
  'Views per visit': 'Pageviews divided by visits.',
  'Bounce rate': 'The share of the visits that had exactly one pageview.',
  'Visit duration': 'From the first sign of a visit to the last, on average. Visits of one page count too.',
  Returning: 'The share of the period’s visitors who had already come before it began.',
  Revenue: 'The amounts of all events, by currency. Refunds are subtracted.',
  'Goal revenue': 'The amounts of the events that met the goal, by currency.',
  Conversions: 'How often the goal was met. One visitor can meet it several times.',
  'Conversion rate': 'The share of the visitors who met the goal at least once; of an event, who did it.',
  'Focus time': 'How long the page was in front, on average over its pageviews.',
  'Scroll depth': 'How far down readers came, on average over its pageviews: 100 % is the end.',
  Events: 'How often it happened.',
  Share: 'The part of all visits of the period.',
  Type: 'First visit: nothing of the visitor was known before. Repeat visit: the visitor had come before. Someone new who comes twice makes one of each.',
};
