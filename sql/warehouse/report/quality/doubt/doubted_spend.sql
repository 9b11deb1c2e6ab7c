-- One row per account, campaign, ad and finding about spend that they are under; families add theirs.
-- makes: doubted_spend
create temp table doubted_spend (finding varchar, platform varchar, account_id varchar, campaign_id varchar, ad_id varchar)
