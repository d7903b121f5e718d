// Written by `npm run schema:dump`.
import days from './days.sql';
import devicesDaily from './devices_daily.sql';
import events from './events.sql';
import eventsDaily from './events_daily.sql';
import daysOverShards from './over-shards/days.sql';
import devicesDailyOverShards from './over-shards/devices_daily.sql';
import eventsOverShards from './over-shards/events.sql';
import eventsDailyOverShards from './over-shards/events_daily.sql';
import pagesDailyOverShards from './over-shards/pages_daily.sql';
import pageviewsOverShards from './over-shards/pageviews.sql';
import pingsHourlyOverShards from './over-shards/pings_hourly.sql';
import placesDailyOverShards from './over-shards/places_daily.sql';
import sessionsOverShards from './over-shards/sessions.sql';
import sitesOverShards from './over-shards/sites.sql';
import sourcesDailyOverShards from './over-shards/sources_daily.sql';
import visitorsOverShards from './over-shards/visitors.sql';
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

/** What they select from several shards. */
export const textsOverShards: Readonly<Record<string, string>> = {
  days: daysOverShards,
  devices_daily: devicesDailyOverShards,
  events: eventsOverShards,
  events_daily: eventsDailyOverShards,
  pages_daily: pagesDailyOverShards,
  pageviews: pageviewsOverShards,
  pings_hourly: pingsHourlyOverShards,
  places_daily: placesDailyOverShards,
  sessions: sessionsOverShards,
  sites: sitesOverShards,
  sources_daily: sourcesDailyOverShards,
  visitors: visitorsOverShards,
};
