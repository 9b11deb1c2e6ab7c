-- One row per decision of a profile after a number, in order.
select profile_id, decision_no, after_seq, caused_by_seq, kind, subject, payload, actor, decided_at
from decisions
where profile_id = $profile_id and decision_no > $after
order by decision_no
limit $limit;
