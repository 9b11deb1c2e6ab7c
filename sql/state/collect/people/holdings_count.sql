-- One row per type of identifier that these customers hold, browsers among them: how many.
-- columns: held integer
select i.type, count(*) as held
from json_each($customer_nos) as asked
cross join identifiers as i on i.profile_id = $profile_id and i.customer_no = asked.value
group by i.type
union all
select 'anonymous_id', count(*)
from json_each($customer_nos) as asked
cross join browsers as b on b.profile_id = $profile_id and b.customer_no = asked.value
having count(*) > 0;
