export const journeys = {
  about: 'The paths that visits take through pages and events.',
  where: 'Where visits go',
  file: 'journeys',
  none: 'No visit of this period has such a journey.',
  mostFrequent: (count: string, total: string, share: string) =>
    `From the ${count} most frequent of ${total} journeys: ${share} of all visits.`,
  percentages: 'Boxes show percentages of these visits.',
  pageNames: { titles: 'Titles', paths: 'Paths' },
  stepsShown: 'Steps shown',
  from: 'From',
  orTo: 'or to',
  to: 'To',
  single: 'With visits of one page',
  all: 'All journeys',
  table: 'Journeys by number of visits',
  journey: 'Journey',
  flow: 'Journeys as a flow',
  place: (number: string) => `Place ${number}`,
  others: 'Others',
  left: 'Left',
  notYet: 'Not there yet',
  stop: (name: string, visits: string, share: string) => `${name}: ${visits}, ${share}`,
};

export const retention = {
  about: 'Visitors by the time of their first visit, and how many of them came back later.',
  returning: 'Visitors who return',
  file: 'retention',
  cohortsBy: 'Cohorts by',
  inCells: 'Numbers in cells',
  kinds: { shares: 'Shares', visitors: 'Visitors' },
  nobody: 'No visitor was new in this period.',
  table: 'Retention by cohort',
  newVisitorsOf: 'New visitors of',
  /** How many days, weeks or months after the first. */
  after: {
    day: (number: string) => `Day ${number}`,
    week: (number: string) => `Week ${number}`,
    month: (number: string) => `Month ${number}`,
  },
  average: 'Average',
  noneBefore: {
    day: (day: string) => `No new visitors before ${day}.`,
    week: (week: string) => `No new visitors before the week of ${week}.`,
    month: (month: string) => `No new visitors before ${month}.`,
  },
  averageOf: {
    day: 'The average counts every visitor once, without hatched cells: their day has not ended.',
    week: 'The average counts every visitor once, without hatched cells: their week has not ended.',
    month: 'The average counts every visitor once, without hatched cells: their month has not ended.',
  },
  ofVisitors: (count: string, visitors: string) => `${count} of ${visitors}`,
};
