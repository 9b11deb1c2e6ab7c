-- One row per link whose secret begins so (nearly always one), used and expired ones too.
select link_id, kind, email, hash, continue_path, expires_at, used_at
from email_links
where lookup = $lookup
