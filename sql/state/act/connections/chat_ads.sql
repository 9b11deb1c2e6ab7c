-- name: chat_ads_clear
-- Before the ads of a new reading of the account are written.
delete from chat_ads
where profile_id = $profile_id and platform = $platform and account_id = $account_id;

-- name: chat_ads_put
-- One row per entry of the list written: ad and what it opens.
insert into chat_ads (profile_id, platform, account_id, ad_id, ad)
select $profile_id, $platform, $account_id, json_extract(value, '$[0]'), json_extract(value, '$[1]')
from json_each($rows)
where true
on conflict (profile_id, ad_id, platform) do update set account_id = excluded.account_id, ad = excluded.ad;

-- name: chat_ads_page
-- One row per ad after an id, of accounts that a connection reads, by id.
-- columns: read_at integer
select c.platform, c.account_id, c.ad_id, c.ad, max(a.catalogue_read_at) as read_at
from chat_ads c
join connections n on n.profile_id = c.profile_id and n.provider = c.platform and n.status in ('active', 'needs_action')
join connection_accounts a on a.connection_id = n.connection_id and a.account_id = c.account_id and a.is_selected = 1
where c.profile_id = $profile_id and c.ad_id > $after
group by c.ad_id, c.platform
order by c.ad_id, c.platform
limit $row_limit;

-- name: chat_ad_get
-- The ad of an account that a connection reads; no row otherwise.
-- columns: read_at integer
select c.platform, c.account_id, c.ad_id, c.ad, max(a.catalogue_read_at) as read_at
from chat_ads c
join connections n on n.profile_id = c.profile_id and n.provider = c.platform and n.status in ('active', 'needs_action')
join connection_accounts a on a.connection_id = n.connection_id and a.account_id = c.account_id and a.is_selected = 1
where c.profile_id = $profile_id and c.ad_id = $ad_id
group by c.ad_id, c.platform
order by c.platform
limit 1;
