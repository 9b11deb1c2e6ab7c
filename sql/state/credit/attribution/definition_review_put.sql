-- The first time that somebody settled the definitions of a profile.
insert into definition_reviews (profile_id, reviewed_at)
values ($profile_id, $now)
on conflict (profile_id) do nothing
