"""Long work goes on where it was killed."""

from __future__ import annotations

from pathlib import Path

from noughts.journal import Journal


def test_a_journal_knows_what_was_written_before_it_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    assert journal.known == {}
    journal.write("4,4,4", {"score": 0})
    journal.write("4,4,3", [1, "ä"])
    whole = path.read_bytes()
    for broken_off in range(1, 39):
        path.write_bytes(whole + b'["5,4,4", {"score": 0, "nodes": 1234}]'[:broken_off])
        again = Journal(path)
        assert again.known == {"4,4,4": {"score": 0}, "4,4,3": [1, "ä"]}
        again.write("5,4,4", None)
        assert Journal(path).known == again.known == {"4,4,4": {"score": 0}, "4,4,3": [1, "ä"], "5,4,4": None}
        assert path.read_bytes() == whole + b'["5,4,4", null]\n'
    journal.remove()
    assert Journal(path).known == {}
    Journal(None).write("kept nowhere", 1)
