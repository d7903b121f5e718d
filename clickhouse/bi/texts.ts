// Written by `npm run schema:dump`.
import days from './days.sql';
import devicesDaily from './devices_daily.sql';
import events from './events.sql';
import eventsDaily from './events_daily.sql';
import pagesDaily from './pages_daily.sql';
import pageviews from './pageviews.sql';
import pingsHourly from './pings_hourly.sql';
import placesDaily from './places_daily.sql';
import sessions from './sessions.sql';
import sites from './sites.sql';
import sourcesDaily from './sources_daily.sql';
import visitors from './visitors.sql';

/** The texts of the views for BI tools by their names. */
export const texts: Readonly<Record<string, string>> = {
  days,
  devices_daily: devicesDaily,
  events,
  events_daily: eventsDaily,
  pages_daily: pagesDaily,
  pageviews,
  pings_hourly: pingsHourly,
  places_daily: placesDaily,
  sessions,
  sites,
  sources_daily: sourcesDaily,
  visitors,
};
