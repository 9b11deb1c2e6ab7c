-- Runs once the rows of an older schema were copied: values that an older version did not write.
update jobs set failure = 'attempts_used' where status = 'failed' and failure is null;
update jobs set is_mandatory = 1 where kind in ('purge', 'purge_workspace', 'erasure');
-- Whether a conversion was sent was not kept: what the ledger has may have been.
update conversion_items set is_known = 1 where is_queued = 0 or revision > 1;
-- Where an ad is was not kept: it is accepted again at the next reading.
update catalogue_objects set content_hash = null where object_type <> 'campaign' and campaign_id is null;
-- The user who asked for personal data was not kept: it counts as the one who made the subscription.
update webhook_subscriptions set personal_data_by = created_by
where includes_personal_data = 1 and personal_data_by is null;

-- As texts are folded now.
update search_values set value = replace(value, 'ς', 'σ') where value like '%ς%';

-- In the index's own order, from the highest number down.
insert into search_index (rowid, words, codes)
select -value_no, words, codes
from search_values
order by value_no desc;
