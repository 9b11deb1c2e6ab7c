-- One row per candidate of the definitions fitted anew in this batch.
-- needs: batch_decisions
-- makes: to_fit (refitted)
create temp view to_fit as
select credit.conversion_no, conversions.conversion_key, credit.touch_seq, credit.is_synthetic, credit.position, credit.linear, origins.channel
from credit
join conversions using (conversion_no)
join origins on origins.origin_id = credit.origin_id
where credit.is_candidate
  and conversions.conversion_key in (select payload->>'conversion_key' from batch_decisions where kind = 'fit')
