-- What a profile has in channel_rule_sets.
delete from channel_rule_sets
where profile_id = $profile_id
limit $limit
