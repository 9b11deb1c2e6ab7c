-- One row per upload that nobody took in in time.
delete from statement_imports where status = 'parsed' and expires_at <= $now
