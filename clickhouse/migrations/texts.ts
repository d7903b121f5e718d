// Written by `npm run schema:dump`.
import migration0001 from './0001_pings.sql';
import migration0002 from './0002_dead_letters.sql';
import migration0003 from './0003_received_pings.sql';
import migration0004 from './0004_sessions.sql';
import migration0005 from './0005_pageviews.sql';
import migration0006 from './0006_visitors.sql';
import migration0007 from './0007_page_titles.sql';
import migration0008 from './0008_changed_hours.sql';
import migration0009 from './0009_changed_sessions.sql';
import migration0010 from './0010_settled_sessions.sql';
import migration0011 from './0011_settled_pageviews.sql';
import migration0012 from './0012_settled_visitors.sql';
import migration0013 from './0013_settled_totals.sql';
import migration0014 from './0014_settled_sources.sql';
import migration0015 from './0015_hostname.sql';
import migration0016 from './0016_language.sql';
import migration0017 from './0017_screen.sql';
import migration0018 from './0018_event_pings.sql';
import migration0019 from './0019_events.sql';
import migration0020 from './0020_event_ids.sql';
import migration0021 from './0021_changed_events.sql';
import migration0022 from './0022_settled_events.sql';
import migration0023 from './0023_merges.sql';
import migration0024 from './0024_settled_sessions_by_hour.sql';
import migration0025 from './0025_settled_pageviews_by_page.sql';
import migration0026 from './0026_settled_visitors_of_sites.sql';
import migration0027 from './0027_settled_totals_by_length.sql';
import migration0028 from './0028_drop_reasons.sql';
import migration0029 from './0029_settled_totals_by_day.sql';
import migration0030 from './0030_entry_referrer.sql';
import migration0031 from './0031_settled_sessions_with_exits.sql';
import migration0032 from './0032_settled_pageviews_with_exits.sql';
import migration0033 from './0033_settled_events_sums.sql';
import migration0034 from './0034_settled_visitors_by_hour.sql';
import migration0035 from './0035_settled_paths.sql';
import migration0036 from './0036_settled_sessions_with_pageviews.sql';
import migration0037 from './0037_settled_pageviews_with_ids.sql';
import migration0038 from './0038_forgotten.sql';
import migration0039 from './0039_deleting.sql';
import migration0040 from './0040_shard_map.sql';
import migration0041 from './0041_visitor_blocks.sql';
import migration0042 from './0042_order_of_ids.sql';
import migration0043 from './0043_id_clocks.sql';
import migration0044 from './0044_changed_by_day.sql';
import migration0045 from './0045_changed_days.sql';

/** The texts of the migrations by their names, in order. */
export const texts: Readonly<Record<string, string>> = {
  '0001_pings': migration0001,
  '0002_dead_letters': migration0002,
  '0003_received_pings': migration0003,
  '0004_sessions': migration0004,
  '0005_pageviews': migration0005,
  '0006_visitors': migration0006,
  '0007_page_titles': migration0007,
  '0008_changed_hours': migration0008,
  '0009_changed_sessions': migration0009,
  '0010_settled_sessions': migration0010,
  '0011_settled_pageviews': migration0011,
  '0012_settled_visitors': migration0012,
  '0013_settled_totals': migration0013,
  '0014_settled_sources': migration0014,
  '0015_hostname': migration0015,
  '0016_language': migration0016,
  '0017_screen': migration0017,
  '0018_event_pings': migration0018,
  '0019_events': migration0019,
  '0020_event_ids': migration0020,
  '0021_changed_events': migration0021,
  '0022_settled_events': migration0022,
  '0023_merges': migration0023,
  '0024_settled_sessions_by_hour': migration0024,
  '0025_settled_pageviews_by_page': migration0025,
  '0026_settled_visitors_of_sites': migration0026,
  '0027_settled_totals_by_length': migration0027,
  '0028_drop_reasons': migration0028,
  '0029_settled_totals_by_day': migration0029,
  '0030_entry_referrer': migration0030,
  '0031_settled_sessions_with_exits': migration0031,
  '0032_settled_pageviews_with_exits': migration0032,
  '0033_settled_events_sums': migration0033,
  '0034_settled_visitors_by_hour': migration0034,
  '0035_settled_paths': migration0035,
  '0036_settled_sessions_with_pageviews': migration0036,
  '0037_settled_pageviews_with_ids': migration0037,
  '0038_forgotten': migration0038,
  '0039_deleting': migration0039,
  '0040_shard_map': migration0040,
  '0041_visitor_blocks': migration0041,
  '0042_order_of_ids': migration0042,
  '0043_id_clocks': migration0043,
  '0044_changed_by_day': migration0044,
  '0045_changed_days': migration0045,
};
