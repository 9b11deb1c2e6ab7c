-- name: views_of_person
-- One row: what a person has saved of a profile.
select views, revision from profile_views where profile_id = $profile_id and person_id = $person_id;

-- name: views_of_profile
-- One row per person with saved views of a profile.
select person_id, views from profile_views where profile_id = $profile_id order by person_id;

-- name: views_put
-- One row: what a person has saved of a profile, from now on.
insert into profile_views (profile_id, person_id, views, revision, updated_at)
values ($profile_id, $person_id, $views, 1, $now)
on conflict (profile_id, person_id) do update set
  views = excluded.views,
  revision = profile_views.revision + 1,
  updated_at = excluded.updated_at;
