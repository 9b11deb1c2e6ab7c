-- One row: the profile's own channel rules.
select rule_set from channel_rule_sets where profile_id = $profile_id
