// What others may use of partner: nothing; it answers consumer apps about themselves.
