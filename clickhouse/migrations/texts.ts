// Written by `npm run schema:dump`.
import migration0001 from './0001_dead_letters.sql';
import migration0002 from './0002_pings.sql';
import migration0003 from './0003_sessions.sql';
import migration0004 from './0004_pageviews.sql';
import migration0005 from './0005_visitors.sql';
import migration0006 from './0006_events.sql';
import migration0007 from './0007_changes.sql';
import migration0014 from './0014_deletions.sql';
import migration0015 from './0015_shards.sql';
import migration0016 from './0016_vitals.sql';
import migration0017 from './0017_annotations.sql';
import migration0018 from './0018_alerts.sql';
import migration0019 from './0019_bi.sql';
import migration0020 from './0020_crawls.sql';

/** The texts of the migrations by their names, in order. */
export const texts: Readonly<Record<string, string>> = {
  '0001_dead_letters': migration0001,
  '0002_pings': migration0002,
  '0003_sessions': migration0003,
  '0004_pageviews': migration0004,
  '0005_visitors': migration0005,
  '0006_events': migration0006,
  '0007_changes': migration0007,
  '0014_deletions': migration0014,
  '0015_shards': migration0015,
  '0016_vitals': migration0016,
  '0017_annotations': migration0017,
  '0018_alerts': migration0018,
  '0019_bi': migration0019,
  '0020_crawls': migration0020,
};
