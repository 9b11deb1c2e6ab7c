-- The newest fact of a profile that cannot be landed.
select seq, reason
from landing_quarantine
where profile_id = $profile_id
order by seq desc
limit 1
