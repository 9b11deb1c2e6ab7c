-- name: decision_add
-- One row: the decision, under the profile's next number.
insert into decisions (profile_id, decision_no, after_seq, caused_by_seq, kind, subject, payload, actor, decided_at, checksum)
values ($profile_id, $decision_no, $after_seq, $caused_by_seq, $kind, $subject, $payload, $actor, $decided_at, $checksum);

-- name: decision_last
-- One row: the number of a profile's last decision, 0 without any.
-- columns: decision_no integer
select coalesce(max(decision_no), 0) as decision_no from decisions where profile_id = $profile_id;

-- name: decision_list
-- One row per decision of a profile after a number, in order.
select profile_id, decision_no, after_seq, caused_by_seq, kind, subject, payload, actor, decided_at, checksum
from decisions
where profile_id = $profile_id and decision_no > $after
order by decision_no
limit $limit;

-- name: decision_rewrite
-- The content of one decision after an erasure.
update decisions
set payload = $payload, checksum = $checksum
where profile_id = $profile_id
  and decision_no = $decision_no;

-- name: decisions_purge
-- The decisions of a profile that has no key any more.
delete from decisions
where profile_id = $profile_id
limit $limit;
