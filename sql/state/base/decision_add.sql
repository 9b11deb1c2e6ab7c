-- One row: the decision, under the profile's next number.
insert into decisions (profile_id, decision_no, after_seq, caused_by_seq, kind, subject, payload, actor, decided_at)
select
  $profile_id,
  coalesce((select max(decision_no) from decisions where profile_id = $profile_id), 0) + 1,
  $after_seq, $caused_by_seq, $kind, $subject, $payload, $actor, $decided_at
returning decision_no;
