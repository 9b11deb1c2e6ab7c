-- name: seen_tab_put
-- One row: when a person last looked at a tab of a profile.
insert into seen_tabs (profile_id, person_id, tab, seen_at)
values ($profile_id, $person_id, $tab, $now)
on conflict (profile_id, person_id, tab) do update set seen_at = max(seen_tabs.seen_at, excluded.seen_at);

-- name: seen_tabs_list
-- One row per tab of a profile that a person has looked at.
select tab, seen_at from seen_tabs where profile_id = $profile_id and person_id = $person_id;
