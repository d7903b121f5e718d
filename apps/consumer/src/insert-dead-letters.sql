insert into dead_letters (
    log_partition,
    log_offset,
    checksum,
    site_id,
    received_at,
    refused_at,
    reason,
    value
)
with
    -- As in insert-statement.ts: for a forgotten ping, only the refusal is stored. The reason may quote the ping.
    base64Decode(value) as message,
    arrayExists(
        id -> hasAny(
            [SHA256(concat('visitor ', site_id, ' ', id)), SHA256(concat('session ', site_id, ' ', id)), SHA256(concat('ping ', site_id, ' ', id))],
            (
                select groupArray(hash)
                from forgotten
                -- Ids from before a day are left to the rule of their site.
                where kind in ('visitor', 'session', 'ping') and received_before > now()
            )
        ),
        extractAll(lower(message), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}')
    ) as names_forgotten,
    (
        select groupUniqArray((kind, hash, least(received_before, pinged_before)))
        from forgotten
        where kind in ('site', 'before')
    ) as rules,
    (rule -> rule.2 = SHA256(concat('site ', site_id)) and received_at < rule.3) as applies,
    arrayExists(rule -> rule.1 = 'site' and applies(rule), rules) as is_of_forgotten_site,
    names_forgotten or arrayExists(applies, rules) as is_forgotten
select
    log_partition,
    log_offset,
    checksum,
    if(is_of_forgotten_site, '', site_id),
    received_at,
    refused_at,
    if(is_forgotten, 'forgotten', reason),
    -- Any bytes, which JSON cannot represent.
    if(is_forgotten, '', message)
from input('
    log_partition UInt16,
    log_offset UInt64,
    checksum String,
    site_id String,
    received_at DateTime64(3, \'UTC\'),
    refused_at DateTime64(3, \'UTC\'),
    reason String,
    value String
')
format JSONEachRow
