/** Filters, segments and goals. */
export const filters = {
  /** The dimensions whose English names (packages/ping) have others: one of it, and a list of them. */
  dimensions: new Map<string, readonly [one: string, many: string]>(),
  time: 'Time',
  siteDimension: 'Site',
  signs: { ':': 'is', '!:': 'is not', '~': 'contains', '!~': 'does not contain' },
  visits: { new: 'First visit', returning: 'Repeat visit' },
  filter: 'Filter',
  filterKey: 'Filter (/)',
  filters: 'Filters',
  changeCondition: 'Change the condition',
  removeFilter: (filter: string) => `Remove the filter: ${filter}`,
  clearAll: 'Clear all',
  most: (count: string) => `A view has at most ${count} filters.`,
  unknownIn: (name: string, part: string) =>
    `“${name}” has a part that the dashboard does not know: ${part}. Nothing was changed.`,
  allProperties: 'All properties',
  filterBy: (dimension: string) => `Filter by ${dimension}`,
  anyValue: 'Any value',
  example: 'Germany, /pricing, Chrome, plan:pro …',
  options: 'Values, properties and segments',
  looking: 'Looking for values…',
  noSuchValue: 'No such value in this period.',
  property: 'Property',
  segment: 'Segment',
  saveAs: {
    one: (_count: string) => 'Save the filter as a segment',
    other: (count: string) => `Save the ${count} filters as a segment`,
  },
  saveExample: 'Save as a segment: German phones',
  ownSegments: 'Segments of this browser',
};

export const goals = {
  goal: 'Goal',
  clickToChange: (goal: string) => `${goal}: click to change`,
  removeGoal: (goal: string) => `Remove the goal: ${goal}`,
  kinds: { part: 'Page contains', conditions: 'Conditions', named: 'Goal of the site' },
  kindOf: (label: string) => `${label}: what it is`,
  examples: {
    event: 'Name of an event',
    page: '/path',
    part: 'Part of a path',
    conditions: 'event:Purchase;prop.plan:pro',
    named: 'Name of a goal',
  },
  accepted: (what: string) => `Accepted: ${what}`,
};
