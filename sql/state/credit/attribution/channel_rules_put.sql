-- One row: the profile's own channel rules from now on.
insert into channel_rule_sets (profile_id, rule_set, updated_at)
values ($profile_id, $rule_set, $now)
on conflict (profile_id) do update set rule_set = excluded.rule_set, updated_at = excluded.updated_at
