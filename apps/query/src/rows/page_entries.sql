-- The pageviews of the pages that are asked for, by the hash of the path.
select
    session_hour,
    session,
    page_path,
    entered_at
from /* from: pageviews */
where halfMD5(page_path) in {asked:Array(UInt64)}
  /* filter: views */
