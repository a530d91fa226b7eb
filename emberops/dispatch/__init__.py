"""Which backend runs a call: the dispatcher, its router, the registry of backends and the selected default."""
