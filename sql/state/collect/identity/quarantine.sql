-- name: quarantine_add
-- One row per fact whose identity evidence could not be read or not be taken.
insert into quarantine (profile_id, seq, stage, reason, traits, decision_no)
values ($profile_id, $seq, 'stitch', $reason, $traits, $decision_no);

-- name: quarantine_erase
-- The traits of a quarantined fact of the person.
update quarantine
set traits = null
where profile_id = $profile_id
  and seq = $seq;
