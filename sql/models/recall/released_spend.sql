-- One row per day of spend that a cause brings, in the form in which new facts are looked at.
-- needs: released
-- makes: batch_facts (of_release)
create temp view batch_facts as
select distinct seq, 'spend_day' as kind, { 'platform': platform, 'account_id': account_id, 'day': spend_day } as body
from held_spend_facts
where seq in (select seq from released)
