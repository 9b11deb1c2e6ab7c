-- When a call of the grant was refused for a scope that the person could add; null once a refresh was refused for it.
alter table grants add column step_up_at integer;
