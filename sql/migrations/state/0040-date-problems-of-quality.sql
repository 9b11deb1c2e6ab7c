-- A finding that was attention becomes a problem later: since when it is one, for the counts of what is new.
alter table quality_findings add column problem_since integer; -- null: it is none, or became one before this
