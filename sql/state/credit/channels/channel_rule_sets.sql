-- name: channel_rules_get
-- One row: the profile's own channel rules.
select rule_set from channel_rule_sets where profile_id = $profile_id;

-- name: channel_rules_put
-- One row: the profile's own channel rules from now on.
insert into channel_rule_sets (profile_id, rule_set, updated_at)
values ($profile_id, $rule_set, $now)
on conflict (profile_id) do update set rule_set = excluded.rule_set, updated_at = excluded.updated_at;
