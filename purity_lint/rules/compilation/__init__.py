"""Truth, loops, compilation (PUR9xx)."""
