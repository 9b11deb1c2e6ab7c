-- One row: a text of the tracker by its hash.
select script
from tracker_releases
where release = $release
