-- One row: the decision, under the profile's next number.
insert into decisions (profile_id, decision_no, after_seq, caused_by_seq, kind, subject, payload, actor, decided_at)
values ($profile_id, $decision_no, $after_seq, $caused_by_seq, $kind, $subject, $payload, $actor, $decided_at);
