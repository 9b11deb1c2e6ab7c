-- One row per key of `ad_keys`: its platform and account, and its name, or its id where no spend names it.
-- needs: ad_keys
-- makes: ad_labels
create temporary table ad_labels as
select
  key, maxOrNull(platform) as platform, maxOrNull(account_id) as account_id, coalesce(maxOrNull(name), maxOrNull(id)) as label
from ad_keys
group by key;
