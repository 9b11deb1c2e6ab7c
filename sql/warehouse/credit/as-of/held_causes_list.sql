-- One row per cause with facts: how many, and whether spend or objects of ad accounts are among them.
-- needs: held_causes
-- columns: cause 'new_events'|'late_events'|'same_sale'|'identity'|'refunds'|'currency'|'rules'|'settings'
select
  cause,
  count(*) as facts,
  bool_or(fact_table = 'spend_facts') as has_spend,
  bool_or(fact_table = 'ad_object_facts') as has_ad_objects
from held_causes
group by cause
