-- The checksum of an outcome that was just rewritten.
update outcomes
set checksum = row_sum((select content from outcome_contents where profile_no = $profile_no and outcome_key = $outcome_key))
where profile_no = $profile_no and outcome_key = $outcome_key;
