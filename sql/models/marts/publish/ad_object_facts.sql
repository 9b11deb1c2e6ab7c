-- One row per change of a campaign, ad set or ad: names, statuses and budgets as they were.
select * from ad_object_facts order by all
