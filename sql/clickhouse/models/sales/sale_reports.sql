-- One row per payment of the scope that is not taken back, with the rank of the system that reports it: the least counts.
-- needs: sale_scope
-- makes: sale_reports
create table sale_reports engine = MergeTree order by seq as
with (select maxOrNullIf(value, name = 'system_of_record') from settings) as chosen
select
  seq, type_key, occurred_at, value_amount, currency, outcome_key, visitor_key, system,
  splitByChar(':', system)[1] as provider,
  multiIf(
    coalesce(chosen = system or chosen = provider, false), 0,
    system_kind = 'shop', 1,
    system_kind = 'server', 2,
    system_kind = 'processor', 3,
    4
  ) as rank
from money_facts
where seq in (select seq from sale_scope) and refund_of_key is null and seq not in (select seq from withdrawn_facts);
