-- One row: the number of a profile's last decision, 0 without any.
-- columns: decision_no integer
select coalesce(max(decision_no), 0) as decision_no from decisions where profile_id = $profile_id;
