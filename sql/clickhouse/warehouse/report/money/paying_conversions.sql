-- One row per first payment of `priced_flows`: the conversion whose credit its movements of cash follow, that under the default definition where that
-- counts cash.
-- needs: priced_flows
-- makes: paying_conversions
create temporary table paying_conversions as
select
  conversions.outcome_seq as payment_seq,
  argMin(conversions.conversion_no, (not definitions.is_default, conversions.definition_no)) as conversion_no
from conversions
join definitions on definitions.definition_no = conversions.definition_no
where
  conversions.revenue_type = 'cash'
  and conversions.is_counted
  and conversions.outcome_seq in (select payment_seq from priced_flows)
group by conversions.outcome_seq;
