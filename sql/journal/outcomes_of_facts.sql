-- One row per outcome key of these facts.
select outcome_key, content_hash, seq
from outcomes
where profile_no = ? and seq in (select value from json_each(?))
order by seq;
