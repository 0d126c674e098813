#!/usr/bin/env python3
"""Checks a certificate that the first player, x, wins freestyle Gomoku. Shares no code with the engine.

The section "Certificates" of protocol.md specifies the files. The last line of output says what was checked. Exit
status: 0 if all of that is right; 1 if something is wrong, with the place; 2 for wrong usage or unreadable files.

A set of points is an integer with a bit for each point, and a point is a set of one. So `x | o` are the stones of both
sides, `points & ~o` the points without a stone of o, and `points & x` is 0 (false) if x has no stone on them.
"""
import argparse
import hashlib
import random
import re
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Dict, Iterable, Iterator, List, NamedTuple, NoReturn, Optional, Sequence, Tuple

Points = int
count: Callable[[Points], int] = getattr(int, "bit_count", lambda points: bin(points).count("1"))  # before Python 3.10

POINT, NUMBER = "[a-v][1-9][0-9]?", "([0-9]{1,9})"
DEFINITION = rf"@([an]){NUMBER} +(.*)"
NODE = rf"((?:{POINT})+) +({POINT})[(](.*)[)]"
ANSWER = rf"((?:{POINT})+|[*])@([an]){NUMBER}(?:/([0-7]))?"
HEAD = rf"certificate rule freestyle size {NUMBER} first ({POINT}) plies {NUMBER}"
CLASS = rf"class ({POINT}) nodes {NUMBER} attacks {NUMBER} plies {NUMBER} bytes {NUMBER} sha256 ([0-9a-f]{{64}})"
MAX_REPLAYED = 1_000_000  # moves of x in one replay of an attack, so that no file keeps the checker busy without end


class Refused(Exception):
    """The certificate is wrong; the text says where and why."""


def refuse(what: str) -> NoReturn:
    raise Refused(what)


@contextmanager
def at(place: str) -> Iterator[None]:
    """Names the place in the text of a refusal."""
    try:
        yield
    except Refused as error:
        raise Refused(f"{place}: {error}") from None


def match(pattern: str, text: str) -> Sequence[str]:
    found = re.fullmatch(pattern, text) or refuse(f"cannot read {text[:60]!r}")
    return found.groups()


def numbered_lines(text: str) -> List[Tuple[int, str]]:
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.split("\n"), 1)]
    return [(number, line) for number, line in lines if line]


def split(points: Points) -> Iterator[Points]:
    """The single points of a set."""
    while points:
        yield points & -points
        points &= points - 1


class Board:
    """The geometry of a square board."""

    def __init__(self, size: int) -> None:
        self.size = size if 5 <= size <= 22 else refuse(f"a board of size {size}, expected 5 to 22")
        self.all: Points = (1 << size * size) - 1
        cells = [(column, row) for row in range(size) for column in range(size)]
        self.points = {f"{chr(ord('a') + column)}{row + 1}": self.at(column, row) for column, row in cells}
        self.names = {point: name for name, point in self.points.items()}
        # Five or more in a row hold five in a row: a side has won when it has all points of a window.
        self.windows = [sum(self.at(column + step * right, row + step * up) for step in range(5))
                        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)) for column, row in cells
                        if column + 4 * right < size and 0 <= row + 4 * up < size]
        self.through = {point: [window for window in self.windows if window & point] for point in self.names}

    def at(self, column: int, row: int) -> Points:
        return 1 << column + self.size * row

    def image(self, points: Points, number: int) -> Points:
        """The image under a map of the specification."""
        image, last = 0, self.size - 1
        for point in split(points):
            row, column = divmod(point.bit_length() - 1, self.size)
            column, row = last - column if number & 1 else column, last - row if number & 2 else row
            image |= self.at(row, column) if number & 4 else self.at(column, row)
        return image

    def read(self, text: str) -> List[Points]:
        """The points of a text such as h8i9."""
        return [self.point(name) for name in re.findall(POINT, text)]

    def point(self, name: str) -> Points:
        return self.points.get(name) or refuse(f"{name} is no point of the board")

    def write(self, points: Iterable[Points]) -> str:
        return " ".join(self.names[point] for point in points)


def five_points(windows: Iterable[Points], own: Points, other: Points) -> Points:
    """The empty points where a side makes five in one of these windows."""
    return sum({window & ~own for window in windows if not window & other and count(window & own) == 4})


class Attack(NamedTuple):
    """A move of x, the replies that have an answer of their own, and the answer to all others, if there is one."""
    move: Points
    replies: List[Tuple[Points, "Attack"]]
    other: Optional["Attack"]


def read_attack(board: Board, text: str) -> Attack:
    tokens = ["the end", *re.findall(rf"{POINT}|.", text)[::-1]]

    def attack(moves: int) -> Attack:
        if moves > len(board.points):
            refuse("a line of more moves than the board has points")
        move, replies, other = board.point(tokens.pop()), [], None
        if tokens[-1] in board.points:
            replies.append((board.point(tokens.pop()), attack(moves + 2)))
        elif tokens[-1] == "(":
            while tokens.pop() != ")":
                if other:
                    refuse("'*' is not the last answer")
                if tokens[-1] == "*" and tokens.pop():
                    other = attack(moves + 2)
                else:
                    replies.append((board.point(tokens.pop()), attack(moves + 2)))
                if tokens[-1] not in (",", ")"):
                    refuse(f"{tokens[-1]} after an answer, expected ',' or ')'")
        return Attack(move, replies, other)

    whole = attack(1)
    return whole if len(tokens) == 1 else refuse(f"{tokens[-1]} after the attack, expected the end")


class Family(NamedTuple):
    """Boards that differ by free stones of o: one on some point of each free set, on different empty points."""
    x: Points                 # the stones
    o: Points                 # the stones, but for the free ones
    fives: Points             # of the empty points, those where x makes five
    fresh: Sequence[Points]   # the windows that have got stones of o since it was last asked whether o makes five
    line: Tuple[Points, ...]  # the moves since the node; a free stone is the set of its points
    free: Tuple[int, ...]     # the places of the free stones in the line


class Replay:
    """Replays an attack against all replies that it answers, at once.

    An attack answers up to some hundred replies, and so does each `*` in it. They differ by one stone of o, mostly far
    from everything, so that the replays hardly differ. Therefore an attack is replayed on a family of boards. Each rule
    is asked of the family as a whole, so that it holds on every board if it holds of the family: "the board has no …"
    is asked as "no choice of free stones has …". Moves and answers are the same on all boards, but for a reply on the
    point of a free stone, which is not played on that board. If a rule seems broken, it may be broken on some boards, or
    only by choices that are no board (two stones on a point): then one free stone is put on each of its points in turn,
    and the replay goes on from there. Without free stones the family is a board, and the questions are the rules of the
    game themselves. So nothing is accepted that is wrong on one board, and nothing is refused but one board.
    """

    def __init__(self, board: Board) -> None:
        self.board, self.replayed = board, 0

    def plies(self, attack: Attack, family: Family) -> int:
        """The plies of the longest line. Before the attack neither side has five on any board, nor is a board full."""
        self.replayed += 1
        if self.replayed > MAX_REPLAYED:
            refuse(f"more than {MAX_REPLAYED} moves replayed")
        x, o, fives, fresh, line, free = family
        move, empty = attack.move, self.board.all & ~(x | o)
        sets = [line[place] & empty for place in free]
        if 0 in sets:
            return 0  # no boards
        if not move & empty or any(move & chosen for chosen in sets):
            return self.divide("the point is not empty", attack, family)
        if move & fives:
            return 1
        x, empty, line = x | move, empty ^ move, line + (move,)
        # Stones of x stay, so that its old points remain unless o takes them, and new ones lie in a window of the move.
        fives = (fives | five_points(self.board.through[move], x, o)) & empty
        others = empty
        for reply, _ in attack.replies:
            others &= ~reply
        if makes_five(fresh, x, o, sets):
            return self.divide("o makes five", attack, family)
        if count(empty) <= len(sets):
            return self.divide("the board is full, a draw", attack, family)
        if others and not attack.other and any(can_fill(fives & ~reply, sets) for reply in (0, *split(fives & others))):
            return self.divide("a reply has no answer, and x no five", attack, family)
        plies = 3
        for reply, answer in attack.replies:
            if reply & empty:  # the answer to a point that is taken is never used, nor a second one to the same reply
                empty ^= reply
                after = Family(x, o | reply, fives, self.board.through[reply], line + (reply,), free)
                plies = max(plies, 2 + self.plies(answer, after))
        if attack.other:
            after = Family(x, o, fives, self.board.windows, line + (others,), free + (len(line),))
            plies = max(plies, 2 + self.plies(attack.other, after))
        return plies

    def divide(self, why: str, attack: Attack, family: Family) -> int:
        """Replays an attack on the parts of a family, down to a single board, which is refused."""
        x, o, _, _, line, free = family
        if not free:
            refuse(f"reply {self.board.write(line[1:2])}: after {self.board.write(line + (attack.move,))}: {why}")
        place = min(free, key=lambda place: count(line[place]))
        rest = tuple(other for other in free if other != place)
        return max(self.plies(attack, family._replace(
            o=o | point, line=line[:place] + (point,) + line[place + 1:], free=rest))
            for point in split(line[place] & ~(x | o)))


def can_fill(points: Points, sets: Sequence[Points]) -> bool:
    """Whether each of the points can be taken from another one of the sets."""
    point = points & -points
    return not points or any(point & chosen and can_fill(points ^ point, [*sets[:index], *sets[index + 1:]])
                             for index, chosen in enumerate(sets))


def makes_five(windows: Iterable[Points], x: Points, o: Points, sets: Sequence[Points]) -> bool:
    """Whether o, with free stones from these sets, may have all points but one of a window."""
    return any(can_fill(window & ~o ^ five, sets) for window in windows
               if not window & x and 4 - count(window & o) <= len(sets) for five in split(window & ~o))


class Proofs:
    """A file of proofs."""

    def __init__(self, board: Board, name: str, text: str) -> None:
        self.board, self.name, self.length = board, name, -1
        self.attacks: List[str] = []
        self.nodes: List[Tuple[int, str, str, str]] = []  # number of the line, MOVES, MOVE, ANSWERS
        self.plies: Dict[int, int] = {}  # of the nodes that have been checked
        for number, line in numbered_lines(text):
            with at(f"{name}, line {number}"):
                kind, index, rest = match(DEFINITION, line)
                defined = {"a": len(self.attacks), "n": len(self.nodes)}
                if int(index) != defined[kind]:
                    refuse(f"@{kind}{index}, expected @{kind}{defined[kind]}")
                if kind == "a":
                    self.attacks.append(rest)
                    continue
                moves, move, answers = match(NODE, rest)
                for answer in filter(None, answers.split(",")):
                    _, used, number_used, number_of_map = match(ANSWER, answer)
                    if int(number_used) >= defined[used] or used == "a" and number_of_map:
                        refuse(f"node {index}: {answer} is not defined before")
                self.nodes.append((number, moves, move, answers))
        if not self.nodes:
            refuse(f"{name} has no nodes")

    def position(self, index: int) -> Tuple[Points, Points]:
        """The stones of x and of o in the position of a node."""
        moves = self.board.read(self.nodes[index][1])
        x, o = sum(set(moves[::2])), sum(set(moves[1::2]))
        has_five = any(window & x == window or window & o == window for window in self.board.windows)
        if len(moves) % 2 or count(x | o) < len(moves) or has_five:
            refuse(f"the moves of node {index} do not lead to a position with x to move")
        return x, o

    def check(self, index: int) -> None:
        """Checks a node. The earlier nodes are taken for won."""
        with at(f"{self.name}, line {self.nodes[index][0]}, node {index}"):
            self.plies[index] = self.node_plies(index)

    def node_plies(self, index: int) -> int:
        board, (x, o), (_, _, text, answers) = self.board, self.position(index), self.nodes[index]
        move = board.point(text)
        if move & (x | o):
            refuse("the point of the move is not empty")
        if move & five_points(board.windows, x, o):
            return 1
        x, plies = x | move, 3
        fives, replies = five_points(board.windows, x, o), board.all & ~(x | o)
        for five in split(five_points(board.windows, o, x)):
            refuse(f"reply {board.names[five]}: o makes five")
        if not replies:
            refuse("the board is full, a draw")
        for text, kind, number, number_of_map in re.findall(ANSWER, answers):
            listed, used = board.read(text), int(number)
            for reply in listed:
                if not reply & replies:
                    refuse(f"reply {board.names[reply]}: the point is not empty, or it is answered twice")
                replies ^= reply
            chosen, replies = (sum(listed), replies) if listed else (replies, 0)
            if kind == "a":
                with at(f"attack {used}"):
                    family = Family(x, o, fives, board.windows, (move, chosen), (1,))
                    plies = max(plies, 2 + Replay(board).plies(read_attack(board, self.attacks[used]), family))
            else:
                image = [board.image(stones, int(number_of_map or 0)) for stones in self.position(used)]
                for reply in split(chosen):
                    if image != [x, o | reply]:
                        refuse(f"reply {board.names[reply]}: this is not the position of node {used} under the map")
                plies = max(plies, 2 + self.plies.get(used, 0))
        for reply in split(replies):
            if not fives & ~reply:
                refuse(f"reply {board.names[reply]}: no answer, and x no five")
        return plies


def read_folder(folder: Path) -> Tuple[List[Proofs], str]:
    """The classes, and what the certificate claims."""
    (_, head), *lines = numbered_lines((folder / "MANIFEST").read_text("utf-8", "replace")) or [(0, "")]
    classes: List[Proofs] = []
    with at("MANIFEST"):
        size, first_name, plies = match(HEAD, head)
        board = Board(int(size))
        first = left = board.point(first_name)
        maps = [number for number in range(8) if board.image(first, number) == first]
        for number, line in lines:
            with at(f"line {number}"):
                name, nodes, attacks, length, _, _ = match(CLASS, line)
                reply = board.point(name)
                images = sum({board.image(reply, number) for number in maps})
                if images & left:
                    refuse(f"class {name} has replies of an earlier class, or the first move")
                left |= images
                data = (folder / f"{name}.txt").read_bytes()
                proofs = Proofs(board, f"{name}.txt", data.decode("utf-8", "replace"))
                proofs.length = int(length)
                found = (f"class {name} nodes {len(proofs.nodes)} attacks {len(proofs.attacks)} plies {length} "
                         f"bytes {len(data)} sha256 {hashlib.sha256(data).hexdigest()}")
                if line != found:
                    refuse(f"the file is {found}")
                if proofs.position(-1) != (first, reply):
                    refuse(f"the last node of {name}.txt is not the position after {first_name} {name}")
                classes.append(proofs)
        if left != board.all:
            refuse(f"no class has the replies {board.write(split(board.all & ~left))}")
        longest = max(proofs.length for proofs in classes)
        if int(plies) != 2 + longest:
            refuse(f"{plies} plies, but the longest class has {longest}")
    return classes, f"x wins freestyle Gomoku on a board of {size} with {first_name} in {plies} plies"


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks a certificate that the first player wins freestyle Gomoku.")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--file", type=Path, help="one file of proofs, without a manifest")
    parser.add_argument("--size", type=int, default=15, help="the board of --file (15)")
    parser.add_argument("--units", type=int, default=200, help="the number of random nodes to check (200)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="chooses the nodes (random)")
    parser.add_argument("--class", dest="classes", action="append", metavar="REPLY", help="check all of this class")
    parser.add_argument("--all", action="store_true", help="check everything")
    arguments = parser.parse_args()
    if bool(arguments.folder) == bool(arguments.file) or arguments.units < 0:
        parser.error("expected a folder or --file, and a number of units")
    try:
        print(check(arguments))
        return 0
    except Refused as error:
        print(f"refused: {error}")
        return 1
    except OSError as error:
        print(error, file=sys.stderr)
        return 2


def check(arguments: argparse.Namespace) -> str:
    if arguments.file:
        text = arguments.file.read_text("utf-8", "replace")
        classes, claim = [Proofs(Board(arguments.size), arguments.file.name, text)], "x wins the last node"
    else:
        classes, claim = read_folder(arguments.folder)
    whole = [proofs for proofs in classes if arguments.all or proofs.name[:-4] in (arguments.classes or [])]
    units = [(proofs, index) for proofs in whole or classes for index in range(len(proofs.nodes))]
    if not whole:
        chosen = random.Random(arguments.seed).sample(range(len(units)), min(arguments.units, len(units)))
        units = [units[index] for index in sorted(chosen)]
    started = shown = time.monotonic()
    for done, (proofs, index) in enumerate(units, 1):
        proofs.check(index)
        if time.monotonic() - shown > 5 or done == len(units):
            shown = time.monotonic()
            print(f"{done} of {len(units)} nodes, {proofs.name}, {shown - started:.0f} s", file=sys.stderr)
    for proofs in whole:
        longest = proofs.plies[len(proofs.nodes) - 1]
        if proofs.length not in (-1, longest):
            refuse(f"{proofs.name}: a win in {longest} plies, but the manifest says {proofs.length}")
    return f"checked {len(units)} nodes: {claim}"


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.exit(main())
