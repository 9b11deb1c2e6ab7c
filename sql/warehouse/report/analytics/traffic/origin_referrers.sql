-- One row per origin with a referrer, where that is the dimension. A referrer of the profile's own is none.
-- makes: origin_referrers
create temp table origin_referrers as
select origin_id, referrer_host
from origin_parts
where $dimension = 'referrer' and referrer_host is not null and coalesce(referrer_domain not in (select domain from own_domains), true)
