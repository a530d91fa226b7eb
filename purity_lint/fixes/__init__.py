"""libcst rewriting of exactly the expressions and statements that change."""
