insert into pings (/* columns */)
with
    -- One set for all three: the kind is part of what is hashed.
    (hash -> hash in (
        select forgotten.hash
        from forgotten
        where kind in ('visitor', 'session', 'ping')
    )) as is_named,
    (
        select groupUniqArray((hash, received_before, pinged_before))
        from forgotten
        where kind = 'site'
    ) as site_rules,
    (
        select groupUniqArray((hash, received_before, pinged_before))
        from forgotten
        where kind = 'before'
    ) as before_rules,
    SHA256(concat('site ', site_id)) as site_hash,
    (rule -> rule.1 = site_hash and received_at < rule.2 and pinged_at < rule.3) as applies,
    arrayExists(applies, site_rules) as is_of_forgotten_site,
    is_of_forgotten_site
        or arrayExists(applies, before_rules)
        or is_named(SHA256(concat('visitor ', site_id, ' ', toString(visitor_id))))
        or is_named(SHA256(concat('session ', site_id, ' ', toString(session_id))))
        or is_named(SHA256(concat('ping ', site_id, ' ', toString(ping_id)))) as is_forgotten
select /* values */
from input('/* structure */')
format JSONCompactEachRowWithNamesAndTypes
