import pings from './0001_pings.sql';
import pageviews from './0002_pageviews.sql';
import pageviewsFromPings from './0003_pageviews_from_pings.sql';
import sessions from './0004_sessions.sql';
import sessionsFromPings from './0005_sessions_from_pings.sql';
import visitors from './0006_visitors.sql';
import visitorsFromPings from './0007_visitors_from_pings.sql';
import pingsDropReason from './0008_pings_drop_reason.sql';
import pageviewsWithoutDropped from './0009_pageviews_without_dropped.sql';
import sessionsWithoutDropped from './0010_sessions_without_dropped.sql';
import visitorsWithoutDropped from './0011_visitors_without_dropped.sql';
import pingsRowVersion from './0012_pings_row_version.sql';
import pingsComment from './0013_pings_comment.sql';
import deadLetters from './0014_dead_letters.sql';
import pingsHourly from './0015_pings_hourly.sql';
import pingsReceivedAt from './0016_pings_received_at.sql';
import touchedHours from './0020_touched_hours.sql';
import touchedHoursFromPings from './0021_touched_hours_from_pings.sql';
import touchWhatIsThere from './0022_touch_what_is_there.sql';
import totals from './0023_totals.sql';
import newVisitors from './0024_new_visitors.sql';
import pageViews from './0025_page_views.sql';
import carriedViews from './0026_carried_views.sql';
import sourceVisits from './0027_source_visits.sql';
import placeVisits from './0028_place_visits.sql';
import deviceVisits from './0029_device_visits.sql';
import pageviewsEnteredAtIndex from './0030_pageviews_entered_at_index.sql';
import sessionsFirstSeenAtIndex from './0031_sessions_first_seen_at_index.sql';
import visitorsFirstSeenAtIndex from './0032_visitors_first_seen_at_index.sql';
import pageviewsIndexOfOldParts from './0033_pageviews_index_of_old_parts.sql';
import sessionsIndexOfOldParts from './0034_sessions_index_of_old_parts.sql';
import visitorsIndexOfOldParts from './0035_visitors_index_of_old_parts.sql';
import sourceVisitsInAnotherOrder from './0036_source_visits_in_another_order.sql';
import sourceVisitsBySize from './0037_source_visits_by_size.sql';
import pingsSmallerOnDisk from './0040_pings_smaller_on_disk.sql';
import pageviewsSmallerOnDisk from './0041_pageviews_smaller_on_disk.sql';
import sessionsSmallerOnDisk from './0042_sessions_smaller_on_disk.sql';
import pageviewsByDictionary from './0043_pageviews_by_dictionary.sql';
import pageViewsAnew from './0044_page_views_anew.sql';
import pageViewsByDictionary from './0045_page_views_by_dictionary.sql';
import pageviewsByPage from './0046_pageviews_by_page.sql';
import pageTitles from './0047_page_titles.sql';
import pageTitlesFromPings from './0048_page_titles_from_pings.sql';
import titlesOfWhatIsThere from './0049_titles_of_what_is_there.sql';
import pageViewsWithoutTitle from './0050_page_views_without_title.sql';
import visits from './0051_visits.sql';
import newVisitorsAnew from './0052_new_visitors_anew.sql';
import newVisitorsByTime from './0053_new_visitors_by_time.sql';
import pageviewsByPageAnew from './0054_pageviews_by_page_anew.sql';
import pageviewsByPageWithSums from './0055_pageviews_by_page_with_sums.sql';

/** One step of the schema: a single statement that does no harm when it runs twice. Never edited once released. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** All migrations in order. `test/schema/migrations.test.ts` holds this list against the folder. */
export const migrations: readonly Migration[] = [
  { version: 1, name: '0001_pings', sql: pings },
  { version: 2, name: '0002_pageviews', sql: pageviews },
  { version: 3, name: '0003_pageviews_from_pings', sql: pageviewsFromPings },
  { version: 4, name: '0004_sessions', sql: sessions },
  { version: 5, name: '0005_sessions_from_pings', sql: sessionsFromPings },
  { version: 6, name: '0006_visitors', sql: visitors },
  { version: 7, name: '0007_visitors_from_pings', sql: visitorsFromPings },
  { version: 8, name: '0008_pings_drop_reason', sql: pingsDropReason },
  { version: 9, name: '0009_pageviews_without_dropped', sql: pageviewsWithoutDropped },
  { version: 10, name: '0010_sessions_without_dropped', sql: sessionsWithoutDropped },
  { version: 11, name: '0011_visitors_without_dropped', sql: visitorsWithoutDropped },
  { version: 12, name: '0012_pings_row_version', sql: pingsRowVersion },
  { version: 13, name: '0013_pings_comment', sql: pingsComment },
  { version: 14, name: '0014_dead_letters', sql: deadLetters },
  { version: 15, name: '0015_pings_hourly', sql: pingsHourly },
  { version: 16, name: '0016_pings_received_at', sql: pingsReceivedAt },
  { version: 20, name: '0020_touched_hours', sql: touchedHours },
  { version: 21, name: '0021_touched_hours_from_pings', sql: touchedHoursFromPings },
  { version: 22, name: '0022_touch_what_is_there', sql: touchWhatIsThere },
  { version: 23, name: '0023_totals', sql: totals },
  { version: 24, name: '0024_new_visitors', sql: newVisitors },
  { version: 25, name: '0025_page_views', sql: pageViews },
  { version: 26, name: '0026_carried_views', sql: carriedViews },
  { version: 27, name: '0027_source_visits', sql: sourceVisits },
  { version: 28, name: '0028_place_visits', sql: placeVisits },
  { version: 29, name: '0029_device_visits', sql: deviceVisits },
  { version: 30, name: '0030_pageviews_entered_at_index', sql: pageviewsEnteredAtIndex },
  { version: 31, name: '0031_sessions_first_seen_at_index', sql: sessionsFirstSeenAtIndex },
  { version: 32, name: '0032_visitors_first_seen_at_index', sql: visitorsFirstSeenAtIndex },
  { version: 33, name: '0033_pageviews_index_of_old_parts', sql: pageviewsIndexOfOldParts },
  { version: 34, name: '0034_sessions_index_of_old_parts', sql: sessionsIndexOfOldParts },
  { version: 35, name: '0035_visitors_index_of_old_parts', sql: visitorsIndexOfOldParts },
  { version: 36, name: '0036_source_visits_in_another_order', sql: sourceVisitsInAnotherOrder },
  { version: 37, name: '0037_source_visits_by_size', sql: sourceVisitsBySize },
  { version: 40, name: '0040_pings_smaller_on_disk', sql: pingsSmallerOnDisk },
  { version: 41, name: '0041_pageviews_smaller_on_disk', sql: pageviewsSmallerOnDisk },
  { version: 42, name: '0042_sessions_smaller_on_disk', sql: sessionsSmallerOnDisk },
  { version: 43, name: '0043_pageviews_by_dictionary', sql: pageviewsByDictionary },
  { version: 44, name: '0044_page_views_anew', sql: pageViewsAnew },
  { version: 45, name: '0045_page_views_by_dictionary', sql: pageViewsByDictionary },
  { version: 46, name: '0046_pageviews_by_page', sql: pageviewsByPage },
  { version: 47, name: '0047_page_titles', sql: pageTitles },
  { version: 48, name: '0048_page_titles_from_pings', sql: pageTitlesFromPings },
  { version: 49, name: '0049_titles_of_what_is_there', sql: titlesOfWhatIsThere },
  { version: 50, name: '0050_page_views_without_title', sql: pageViewsWithoutTitle },
  { version: 51, name: '0051_visits', sql: visits },
  { version: 52, name: '0052_new_visitors_anew', sql: newVisitorsAnew },
  { version: 53, name: '0053_new_visitors_by_time', sql: newVisitorsByTime },
  { version: 54, name: '0054_pageviews_by_page_anew', sql: pageviewsByPageAnew },
  { version: 55, name: '0055_pageviews_by_page_with_sums', sql: pageviewsByPageWithSums },
];
