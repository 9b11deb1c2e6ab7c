// What others may use of channels: the operations on a profile's own channel rules.

