"""The language server: findings, explanations and fixes in an editor, over LSP.

One process talks to the client (:mod:`purity_lint.server.language_server`).  Each workspace folder has a process of its
own that holds its project (:mod:`purity_lint.server.worker`), so that nothing that a file holds stops the conversation.
"""
