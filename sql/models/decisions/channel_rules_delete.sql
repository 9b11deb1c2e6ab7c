-- One row per own channel rule: a decision replaces all of them. Built-in rules are numbered from 1,000.
delete from channel_rules where rule_no < 1000
