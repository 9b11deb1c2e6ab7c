-- One row per ad and day of the spend in force.
select platform, account_id, spend_day, currency, channel, campaign_id, campaign_name, adset_id, ad_id, spend_micros, impressions, clicks
from {{ source('tributary', 'spend') }}
