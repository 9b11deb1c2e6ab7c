-- One row: the number of the last decision taken by a moment.
-- columns: decision_no integer?
select max(decision_no) as decision_no from decisions where profile_id = $profile_id and decided_at <= $at
