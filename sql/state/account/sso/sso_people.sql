-- name: sso_people_drop
-- All that the provider of a workspace said of people.
delete from sso_people
where workspace_id = $workspace_id;

-- name: sso_person_find
-- One row: the person behind a subject.
select person_id, has_joined
from sso_people
where workspace_id = $workspace_id
  and issuer = $issuer
  and subject = $subject;

-- name: sso_person_put
-- The person behind a subject, in use now.
insert into sso_people (workspace_id, issuer, subject, person_id, has_joined, created_at, used_at)
values ($workspace_id, $issuer, $subject, $person_id, $has_joined, $now, $now)
on conflict (workspace_id, issuer, subject) do update set
  has_joined = excluded.has_joined,
  used_at = excluded.used_at;
