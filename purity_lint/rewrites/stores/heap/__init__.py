"""Which arrays the names, attributes and containers of a file may hold."""
