-- name: decision_by
-- One row: the number of the last decision taken by a moment, and how many were.
-- columns: decision_no integer?, taken integer
select max(decision_no) as decision_no, count(*) as taken from decisions where profile_id = $profile_id and decided_at <= $at;

-- name: definition_stood
-- At most one row: whether the definition of a key was in force by what was decided of it up to a decision and, unless null, a moment.
-- columns: is_active integer?
select payload ->> '$.is_active' as is_active
from decisions
where profile_id = $profile_id
  and decision_no <= $decision
  and kind = 'definition'
  and subject = $subject
  and ($at is null or decided_at <= $at)
order by decision_no desc
limit 1;
