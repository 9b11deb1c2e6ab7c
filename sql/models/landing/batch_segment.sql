-- No row: says which facts of which sealed segments `batch_from_parsed` shows, as a view takes no parameters.
-- makes: batch_segment
set variable batch_segment = { files: $files::varchar[], after: $after, up_to: $up_to, leave_out: $leave_out::bigint[] }
