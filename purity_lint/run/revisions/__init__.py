"""Files as git knows them: at a revision, and the lines that were added since."""
