"""Devices and transfers (PUR8xx)."""
