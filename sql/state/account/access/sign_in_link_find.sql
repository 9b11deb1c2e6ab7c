-- One row per link whose secret begins so (nearly always one), used and expired ones too.
select link_id, person_id, hash, expires_at, used_at
from sign_in_links
where lookup = $lookup
