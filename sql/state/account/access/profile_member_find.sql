-- One row: what a person may do on a profile by a role of their own there.
select role, can_see_pii
from profile_members
where profile_id = $profile_id
  and person_id = $person_id
