-- Made-up requests of crawlers in a range, in one statement; few crawlers and few pages have most of them.
insert into crawls
(
    row_version, site_id, id, occurred_at, received_at, class, seen_by, hostname, page_path, status, name, operator, purpose, verified,
    browser, ip, user_agent, referrer, view_hash, precedence, log_partition, log_offset
)
with
    (what -> cityHash64(number, what) / 18446744073709551616.) as share,
    toUInt32(40 * pow(share('crawler'), 2)) as crawler,
    fromUnixTimestamp64Milli(toInt64({start_ms:Int64} + {range_ms:Int64} * share('time')), 'UTC') as at
select
    1 as row_version,
    {site_id:String} as site_id,
    toString(number) as id,
    at as occurred_at,
    at as received_at,
    'crawler' as class,
    'log' as seen_by,
    'blog.example' as hostname,
    concat('/page-', toString(toUInt32(5000 * pow(share('page'), 3)))) as page_path,
    if(share('status') < 0.07, 404, 200) as status,
    concat('Crawler', toString(crawler)) as name,
    if(crawler % 7 = 6, '', concat('Operator', toString(crawler % 12))) as operator,
    ['training', 'answers', 'agent', 'search', 'preview', 'monitor', 'seo', 'other'][crawler % 8 + 1] as purpose,
    if(crawler % 3 = 0, share('verified') < 0.95, null) as verified,
    '' as browser,
    concat('192.0.2.', toString(crawler)) as ip,
    concat('Mozilla/5.0 (compatible; ', name, '/1.0)') as user_agent,
    '' as referrer,
    0 as view_hash,
    0 as precedence,
    65535 as log_partition,
    number as log_offset
from numbers({crawls:UInt64})
settings
    async_insert = 0,
    max_partitions_per_insert_block = 1000
