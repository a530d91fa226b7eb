"""Conversions (PUR4xx)."""
