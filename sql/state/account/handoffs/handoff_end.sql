-- How a hand-off ended, if it had not.
update handoffs
set outcome = $outcome, result = $result, ended_at = $now
where handoff_id = $handoff_id
  and outcome is null
