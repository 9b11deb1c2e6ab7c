-- One row per cause with facts.
-- needs: held_causes
-- columns: cause 'new_events'|'late_events'|'identity'|'refunds'|'currency'|'rules'|'settings'
select distinct cause from held_causes
