"""A workspace folder whose processes end when they should not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from purity_lint.server import folder as module
from purity_lint.server.folder import Folder
from purity_lint.server.messages import Check, Fix, IsStale

CODE = b"import numpy as np\n"


def talk(path: Path, told: list[str], conversation: object) -> None:
    """Run ``conversation`` with a folder, and end its processes."""

    async def whole() -> None:
        async def renewed(_: Folder) -> None:
            told.append("renewed")

        folder = Folder(path, {}, renewed, told.append)
        try:
            await conversation(folder)  # type: ignore[operator]  # it is a coroutine function
        finally:
            folder.end()

    asyncio.run(whole())


def test_a_worker_that_was_killed_is_replaced(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "a.py").write_bytes(CODE)

    async def conversation(folder: Folder) -> None:
        check = Check(tmp_path / "a.py", CODE)
        first = await folder.ask(check)
        assert [d.code for d in first or ()] == ["PUR101"]
        assert folder._current is not None
        folder._current._process.kill()
        assert await folder.ask(check) == first
        assert await folder.ask(IsStale()) is False

    talk(tmp_path, told, conversation)
    assert told == ["renewed", "renewed"]


def test_one_that_is_lost_again_and_again_is_given_up_until_something_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    started: list[Path] = []

    class Lost:
        def __init__(self, path: Path, table: object) -> None:
            started.append(path)

        async def ready(self) -> None:
            raise module.WorkerLostError("it has ended")

        def end(self) -> None:
            raise AssertionError("it never was the current one")

    monkeypatch.setattr(module, "Worker", Lost)

    async def conversation(folder: Folder) -> None:
        for _ in range(6):
            assert await folder.ask(Fix(tmp_path / "a.py", CODE)) is None
        assert len(started) == 3
        assert [message for message in told if "is not looked at until a file is saved" in message] == told
        assert len(told) == 1
        await folder.refresh()
        assert len(started) == 4

    monkeypatch.setattr(Folder, "end", lambda _: None)
    talk(tmp_path, told, conversation)


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    told: list[str] = []

    async def conversation(folder: Folder) -> None:
        assert await folder.ask(Check(tmp_path / "a.py", CODE)) is None

    talk(tmp_path / "gone", told, conversation)
    (message,) = told
    assert "gone" in message
