-- name: quarantine_add
-- One row: the fact that landing leaves out, and why.
insert into landing_quarantine (profile_id, seq, reason, decision_no)
values ($profile_id, $seq, $reason, $decision_no)
on conflict do nothing;

-- name: quarantine_get
-- The newest fact of a profile that cannot be landed.
select seq, reason
from landing_quarantine
where profile_id = $profile_id
order by seq desc
limit 1;

-- name: quarantine_list
-- One row per fact that landing leaves out.
select seq from landing_quarantine where profile_id = $profile_id;
