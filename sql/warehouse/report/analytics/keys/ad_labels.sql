-- One row per key of `ad_keys`: its platform and account, and its name, or its id where no spend names it.
-- needs: ad_keys
-- makes: ad_labels
create temp view ad_labels as
select key, max(platform) as platform, max(account_id) as account_id, coalesce(max(name), max(id)) as label
from ad_keys
group by key
