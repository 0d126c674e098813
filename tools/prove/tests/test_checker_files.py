"""Tests of the checker of certificates: files, manifests, and what is refused where."""
import contextlib
import hashlib
import io
import itertools
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List, Sequence, Tuple
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import check_certificate as checker  # noqa: E402

# x has four in a row after e4, with five points a4 and f4. d5 and d3 lead to node 0 and to its mirror image.
SMALL = """# 7x7
@a0 a4
@a1 f4
@n0 b4a1c4a7d4g4e4d5 a4()
@n1 b4a1c4a7d4g4 e4(d5@n0,d3@n0/2,a4@a1,*@a0)
"""


def run(*arguments: object) -> Tuple[int, str]:
    """The exit status of the program and the last line of its output."""
    out = io.StringIO()
    with mock.patch.object(sys, "argv", ["check_certificate.py", *map(str, arguments)]), \
            contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            checker.main()
            status: object = 0
        except SystemExit as exit_:
            status = exit_.code
            if isinstance(status, str):  # Python prints it, and the status is 1
                out.write(status)
                status = 1
    return int(str(status)), (out.getvalue().strip().split("\n") or [""])[-1]


class InFolder(unittest.TestCase):
    """Tests with files."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, places: Sequence[str], *arguments: object) -> None:
        status, line = run(*arguments)
        self.assertEqual(status, 1, line)
        self.assertTrue(line.startswith("refused: "), line)
        for place in places:
            self.assertIn(place, line)


class Files(InFolder):
    def file(self, text: str) -> Path:
        path = self.folder / "proofs.txt"
        path.write_text(text)
        return path

    def test_right_files_are_accepted(self) -> None:
        self.assertEqual(run("--file", self.file(SMALL), "--size", 7, "--all")[0], 0)
        status, line = run("--file", HERE / "data/node.txt", "--units", 3)
        self.assertEqual((status, "checked 1 of 1 nodes" in line), (0, True), line)
        # x has two five points: an answer is needed to neither, but d5, which is answered, must lead to a win.
        self.assertEqual(run("--file", self.file(SMALL.replace("a4@a1,*@a0", "a4@a1")), "--size", 7, "--all")[0], 0)

    def test_wrong_files_are_refused_with_the_place(self) -> None:
        changes = [
            ("a4@a1,*@a0", "*@a0", ["proofs.txt, line 5, node 1", "reply a4: after e4 a4 a4: the point is not empty"]),
            ("a4@a1,", "a4@a0,", ["line 5, node 1", "reply a4: after e4 a4 a4"]),
            ("g4e4d5 a4", "g5e4d5 a4", ["node 1", "reply d5", "node 0"]),  # a stone shifted
            ("d3@n0/2", "d3@n0/1", ["node 1", "reply d3", "node 0"]),  # another map
            ("d3@n0/2", "d3@n0", ["node 1", "reply d3", "node 0"]),
            ("d3@n0/2", "d3@n0/8", ["node 1", "d3@n0/8"]),
            ("d5@n0", "d6@n0", ["node 1", "reply d6", "node 0"]),
            ("d5@n0", "*@n0", ["node 1", "node 0"]),
            ("d5@n0", "d5@n1", ["line 5: @n1 is not defined above"]),  # itself
            ("d5@n0", "d5@n2", ["line 5: @n2 is not defined above"]),
            ("d5@n0", "d5@a2", ["line 5: @a2 is not defined above"]),
            ("d5@n0", "b4@n0", ["node 1", "reply b4: the point is not empty"]),
            ("d5@n0", "e4@n0", ["node 1", "reply e4: the point is not empty"]),
            ("d5@n0", "a4@n0", ["node 1", "reply a4", "node 0"]),
            ("d5@n0", "d5d5@n0", ["node 1", "reply d5", "answered twice"]),
            ("d5@n0", "d5", ["node 1", "'d5'"]),
            ("d5@n0", "d8@n0", ["node 1", "d8 is no point of the board"]),
            ("e4(d5", "d4(d5", ["node 1", "d5"]),
            ("g4 e4(", "g4g5 e4(", ["node 1", "x is not to move"]),
            ("@a1 f4", "@a2 f4", ["line 3: @a2 is out of order"]),
            ("@n1 b4", "@n0 b4", ["line 5: @n0 is out of order"]),
            ("@a0 a4", "@a0 a4(", ["node 1", "the attack ends too early"]),
            ("@a0 a4", "@a0 z4", ["node 1", "z is no point of the board"]),
            ("@a0 a4", "@a0 a6", ["node 1", "after e4"]),
            ("@a0 a4", "a0 a4", ["line 2", "cannot read"]),
        ]
        for old, new, places in changes:
            with self.subTest(old=old, new=new):
                self.assertIn(old, SMALL)
                self.refused(places, "--file", self.file(SMALL.replace(old, new, 1)), "--size", 7, "--all")

    def test_moves_that_are_no_game_are_refused(self) -> None:
        for moves in ("a1a1", "a1", "a1a2b1a1", "a1a2b1b2c1c2d1d2a4e2"):  # the last ones make a five of o
            with self.subTest(moves=moves):
                self.refused(["node 0", "x is not to move"], "--file", self.file(f"@n0 {moves} e1()\n"), "--size", 5)

    def test_each_reply_of_a_real_node_is_needed(self) -> None:
        text = (HERE / "data/node.txt").read_text()
        head, answers = text.rsplit("(", 1)
        items = answers.rstrip(")\n").split(",")
        for index, item in enumerate(items):
            with self.subTest(item=item):
                rest = ",".join(items[:index] + items[index + 1:])
                self.refused(["proofs.txt", "node 0", "reply "], "--file", self.file(f"{head}({rest})\n"))
        self.refused(["node 0", "reply "], "--file", self.file(text.replace("h7@a0,k7@a1", "h7@a1,k7@a0")))
        self.refused(["node 0", "reply "], "--file", self.file(text.replace("o15 h6(", "o15 h5(")))

    def test_a_five_of_o_and_a_full_board_are_no_wins(self) -> None:
        # o has four in row 1 of a 5x5 board; x makes an open four, which is too late.
        self.refused(["reply e1: after a3 e1: o makes five"], "--size", 5, "--file",
                     self.file("@n0 b3a1c3b1d3c1a5d1 a3()\n"))
        rows = ["xxoxx", "ooxoo", "xxoxx", "ooxox", "xoxo."]  # e5 is the last point, and no five
        names = [f"{column}{row + 1}" for row in range(5) for column in "abcde"]
        x, o = ([text for sign, text in zip("".join(rows), names) if sign == side] for side in "xo")
        self.assertEqual((len(x), len(o)), (13, 11))
        x, o = x[1:], o + x[:1]
        moves = "".join(itertools.chain(*zip(x, o)))
        self.refused(["node 0", "the board is full"], "--size", 5, "--file", self.file(f"@n0 {moves} e5()\n"))

    def test_bad_input_is_one_clear_error(self) -> None:
        self.assertEqual(run("--file", self.folder / "none")[0], 2)
        self.assertEqual(run(self.folder)[0], 2)
        self.assertEqual(run()[0], 2)
        self.assertEqual(run(self.folder, "--file", self.folder)[0], 2)
        self.refused(["no nodes"], "--file", self.file("# nothing\n"))
        self.refused(["size 23"], "--file", self.file(SMALL), "--size", 23)
        for junk in ("@n0 h8", "@n0 h8i9 h7(", "@a0", "@n0 h8i9 h7(*)", "\0", "@a0 h8\n@n0 h8i9 h7(*@a0,a1)"):
            with self.subTest(junk=junk):
                self.refused(["proofs.txt"], "--file", self.file(junk))

    def test_no_attack_keeps_the_checker_busy(self) -> None:
        with mock.patch.object(checker, "MAX_REPLAYED", 20):
            self.refused(["node 0", "more than 20 moves"], "--file", HERE / "data/node.txt")


class Folders(InFolder):
    """Certificates whose classes have no wins, so that all is right but the nodes."""

    def certificate(self, size: int, first: str) -> List[str]:
        """Writes a certificate and returns the lines of its manifest."""
        board = checker.Board(size)
        fixed = [number for number in range(8) if board.image(board.point(first), number) == board.point(first)]
        replies, lines = [text for text in board.points if text != first], []
        while replies:
            reply = replies[0]
            images = {board.names[board.image(board.point(reply), number)] for number in fixed}
            replies = [text for text in replies if text not in images]
            data = f"@n0 {first}{reply} {'b1' if reply == 'a1' else 'a1'}()\n".encode()
            (self.folder / f"{reply}.txt").write_bytes(data)
            digest = hashlib.sha256(data).hexdigest()
            lines.append(f"class {reply} nodes 1 attacks 0 plies 9 bytes {len(data)} sha256 {digest}")
        return [f"certificate rule freestyle size {size} first {first} plies 11", *lines]

    def manifest(self, lines: Sequence[str]) -> Path:
        (self.folder / "MANIFEST").write_text("\n".join(lines))
        return self.folder

    def test_classes(self) -> None:
        for size, first, classes in ((7, "d4", 9), (6, "c3", 20), (8, "c4", 63), (15, "h8", 35)):
            with self.subTest(size=size, first=first):
                lines = self.certificate(size, first)
                self.assertEqual(len(lines), 1 + classes)
                status, line = run(self.manifest(lines), "--units", 0)
                self.assertEqual(status, 0, line)
                self.assertIn(f"checked 0 of {classes} nodes", line)
                self.refused(["line 1, node 0", "no five of x"], self.folder, "--units", 1)

    def test_open_classes(self) -> None:
        lines = self.certificate(7, "d4")
        name = lines[3].split()[1]
        status, line = run(self.manifest([*lines[:3], f"open {name}", *lines[4:]]), "--units", 0)
        self.assertEqual((status, f"unless o replies {name}, or an image" in line), (0, True), line)
        self.assertEqual(run(self.folder, "--class", name)[0], 2)
        self.refused(["are taken"], self.manifest([*lines, f"open {name}"]))
        self.refused(["MANIFEST, line 4"], self.manifest([*lines[:3], f"open {name} {name}", *lines[4:]]))
        self.refused(["MANIFEST, line 4"], self.manifest([*lines[:3], f"class {name}", *lines[4:]]))

    def test_wrong_manifests_are_refused(self) -> None:
        lines = self.certificate(7, "d4")
        fields = lines[2].split()
        changes: Dict[str, List[str]] = {
            "no class has ": lines[:2] + lines[3:],
            "line 11: the replies of this class": lines + [lines[4]],
            "line 3: class": lines[:2] + [lines[2].replace("nodes 1", "nodes 2")] + lines[3:],
            "line 3: cl": lines[:2] + [lines[2].replace("attacks 0", "attacks 1")] + lines[3:],
            "line 3: c": lines[:2] + [lines[2].replace(f"bytes {fields[9]}", "bytes 9")] + lines[3:],
            "line 3: ": lines[:2] + [lines[2].replace(fields[-1], "0" * 64)] + lines[3:],
            "not 2 plies more": [lines[0].replace("11", "12")] + lines[1:],
            "cannot read": ["certificate", *lines[1:]],
            "size 4": [lines[0].replace("size 7", "size 4"), *lines[1:]],
            "no point": lines + [lines[3].replace(lines[3].split()[1], "h9")],
            "are taken": lines + [lines[3].replace(lines[3].split()[1], "d4")],
        }
        for place, changed in changes.items():
            with self.subTest(place=place):
                self.refused([place], self.manifest(changed), "--units", 0)

    def test_exchanged_and_missing_files_are_refused(self) -> None:
        lines = self.certificate(7, "d4")
        first, second = (self.folder / f"{line.split()[1]}.txt" for line in lines[1:3])
        data = first.read_bytes()
        first.write_bytes(second.read_bytes())
        self.refused(["line 2"], self.manifest(lines), "--units", 0)
        digest, found = (hashlib.sha256(text).hexdigest() for text in (data, first.read_bytes()))
        changed = [lines[0], lines[1].replace(digest, found), *lines[2:]]
        self.refused([first.name, "the last node is not d4"], self.manifest(changed), "--units", 0)
        first.unlink()
        self.assertEqual(run(self.manifest(lines), "--units", 0)[0], 2)

    def test_whole_classes(self) -> None:
        lines = self.certificate(7, "d4")
        name = lines[3].split()[1]
        self.refused([f"{name}.txt, line 1, node 0"], self.manifest(lines), "--class", name)
        self.assertEqual(run(self.manifest(lines), "--class", "d4")[0], 2)
        with mock.patch.object(checker.Family, "plies", lambda *_: 9):
            status, line = run(self.folder, "--class", name)
            self.assertEqual((status, f"({name}.txt)" in line), (0, True), line)
            self.assertEqual(run(self.folder, "--all")[0], 0)
        with mock.patch.object(checker.Family, "plies", lambda *_: 7):
            self.refused([f"{name}.txt", "7 plies", "9"], self.folder, "--class", name)


if __name__ == "__main__":
    unittest.main()
