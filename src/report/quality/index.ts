// How well data comes in, for whoever has to put it right.
