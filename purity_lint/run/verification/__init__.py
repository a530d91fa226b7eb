"""``fix --verify COMMAND``: fixes are kept while the user's own command passes."""
