"""Helpers that several backends share."""
