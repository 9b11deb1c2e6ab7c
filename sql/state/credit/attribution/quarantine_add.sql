-- One row: the fact that landing leaves out, and why.
insert into landing_quarantine (profile_id, seq, reason, decision_no)
values ($profile_id, $seq, $reason, $decision_no)
on conflict do nothing
