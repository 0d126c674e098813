#!/usr/bin/env python3
"""Checks certificates that the first player, x, wins freestyle Gomoku, as protocol.md specifies them, by its own rules.

Exit status: 0 if what the last line of output names is right; 1 if something is wrong; 2 for wrong usage or unreadable
files. A set of points is an integer with a bit for each point, and a point is a set of one. So `x | o` are the stones
of both sides, `points & ~o` the points without a stone of o, and `points & x` is 0 (false) if x has no stone there.
"""
import argparse
import hashlib
import itertools
import random
import re
import sys
from pathlib import Path
from typing import Callable, Dict, Iterable, Iterator, List, NamedTuple, NoReturn, Sequence, Tuple, Union

Points = int
count: Callable[[Points], int] = getattr(int, "bit_count", lambda points: bin(points).count("1"))  # before Python 3.10
POINT, NUMBER = "[a-v][1-9][0-9]?", "([0-9]{1,9})"
NODE = rf"((?:{POINT})+) +({POINT})[(](.*)[)]"
ANSWER = rf"((?:{POINT})+|[*])@([an]){NUMBER}(?:/([0-7]))?"
MAX_REPLAYED = 1_000_000  # moves of x for one node, so that no file keeps the checker busy without end


class Refused(Exception):
    """The certificate is wrong; the text says where and why."""


def refuse(why: str) -> NoReturn:
    """Below, `a rule or refuse(why)` refuses the certificate if the rule is broken."""
    raise Refused(why)


def match(pattern: str, text: str, place: str) -> Sequence[str]:
    return (re.fullmatch(pattern, text) or refuse(f"{place}: cannot read {text[:60]!r}")).groups()


def read_lines(name: str, data: bytes) -> List[Tuple[str, str]]:
    lines = enumerate(data.decode("utf-8", "replace").split("\n"), 1)
    return [(f"{name}, line {number}", text) for number, line in lines if (text := line.split("#")[0].strip())]


def split(points: Points) -> Iterator[Points]:
    """The single points of a set."""
    while points:
        yield points & -points
        points &= points - 1


class Board:
    """The geometry of a square board."""
    def __init__(self, size: int) -> None:
        self.size = size if 5 <= size <= 22 else refuse(f"size {size}, expected 5 to 22")
        self.points = {f"{chr(ord('a') + cell % size)}{cell // size + 1}": 1 << cell for cell in range(size * size)}
        self.names = {point: name for name, point in self.points.items()}
        self.all = sum(self.names)
        # Five or more in a row hold five in a row: a side has won when it has all points of a window.
        self.windows = [sum(1 << column + size * row + step * (right + size * up) for step in range(5))
                        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)) for column in range(size - 4 * right)
                        for row in range(size) if 0 <= row + 4 * up < size]
        self.through = {point: [window for window in self.windows if window & point] for point in self.names}

    def image(self, points: Points, number: int) -> Points:
        """The image under a map of the specification."""
        image, last = 0, self.size - 1
        for point in split(points):
            row, column = divmod(point.bit_length() - 1, self.size)
            row, column = last - row if number & 2 else row, last - column if number & 1 else column
            image |= 1 << (row + self.size * column if number & 4 else column + self.size * row)
        return image

    def point(self, name: str) -> Points:
        return self.points.get(name) or refuse(f"{name} is no point of the board")

    def read(self, text: str) -> List[Points]:
        return [self.point(name) for name in re.findall(POINT, text)]


def five_points(windows: Iterable[Points], own: Points, other: Points) -> Points:
    """The empty points where a side makes five in one of these windows."""
    return sum({window & ~own for window in windows if not window & other and count(window & own) == 4})


class Attack(NamedTuple):
    """A move of x, and the answers to sets of replies, of which the first one counts: an attack or a win in n plies."""
    move: Points
    answers: List[Tuple[Points, Union["Attack", int]]]


def read_attack(board: Board, text: str) -> Attack:
    tokens = iter(re.findall(rf"{POINT}|.", text))
    whole = Attack(board.point(next(tokens)), [])
    answers, replies, brackets = whole.answers, 0, []
    for token in tokens:
        if replies:  # what follows is the move of x that answers them
            attack = Attack(board.point(token), [])
            answers.append((replies, attack))
            answers, replies = attack.answers, 0
        elif token == "(":
            brackets.append(answers)
        elif token in (",", ")") and brackets:
            answers = brackets[-1] if token == "," else brackets.pop()
        else:
            replies = board.all if token == "*" else board.point(token)
    return whole if not replies and not brackets else refuse(f"the attack ends too early: {text[-60:]}")


class Family(NamedTuple):
    """Boards that differ by free stones of o: one on some point of each free set, on different empty points.

    An attack answers up to some hundred replies, as does each `*` in it. It is replayed after all of them at once, as
    these boards differ by one stone. Each rule is asked in a form that implies it for every board: "no choice of free
    stones has …". Moves and answers are the same on all boards, except for a reply on a free stone, which is not played
    there. If a rule seems broken, it may be broken on few boards, or on none (by two stones on a point): then one free
    stone is put on each of its points in turn. Without free stones the family is a single board, and the questions are
    the rules of the game. So what is accepted holds on every board, and what is refused fails on one.
    """
    board: Board
    x: Points                 # the stones
    o: Points                 # the stones, but for the free ones
    fives: Points             # where x makes five, if the point is empty
    fresh: Sequence[Points]   # the windows that have got stones of o since it was last asked whether o makes five
    line: Tuple[Points, ...]  # the moves since the node; a free stone is the set of its points
    free: Tuple[int, ...]     # the places of the free stones in the line
    replayed: Iterator[int]   # counts the moves of x that have been replayed

    def plies(self, attack: Union[Attack, int]) -> int:
        """The plies of the longest line. Before the attack neither side has five on any board."""
        board, x, o, fives, fresh, line, free, replayed = self
        empty = board.all & ~(x | o)
        sets = [line[place] & empty for place in free]
        next(replayed) < MAX_REPLAYED or refuse(f"more than {MAX_REPLAYED} moves replayed")
        if 0 in sets or isinstance(attack, int):
            return attack if isinstance(attack, int) else 0  # there are no boards
        move = attack.move
        if not move & empty or any(move & chosen for chosen in sets):
            return self.divide("the point is not empty", line + (move,), attack)
        if move & fives:
            return 1
        x, empty, line = x | move, empty ^ move, line + (move,)
        if count(empty) <= len(sets):
            return self.divide("the board is full, a draw", line, attack)
        for five in makes_five(fresh, x, o, sets):
            return self.divide("o makes five", line + (five,), attack)
        # Stones of x stay, so that its old points remain unless o takes them; the new ones lie in a window of the move.
        fives = (fives | five_points(board.through[move], x, o)) & empty
        answers, others, plies = [], empty, 3
        for replies, answer in attack.answers:
            answers.append((replies & others, answer))
            others &= ~replies
        # To take one of the five points is at least as good as a reply elsewhere, and all of those are alike.
        for reply in split(others & fives or others & -others):
            if can_fill(fives & ~reply, sets):
                return self.divide("no answer, and no five of x", line + (reply,), attack)
        for replies, answer in answers:
            if replies & (replies - 1):  # more than one
                after = Family(board, x, o, fives, board.windows, line + (replies,), free + (len(line),), replayed)
                plies = max(plies, 2 + after.plies(answer))
            elif replies:
                after = Family(board, x, o | replies, fives, board.through[replies], line + (replies,), free, replayed)
                plies = max(plies, 2 + after.plies(answer))
        return plies

    def divide(self, why: str, line: Sequence[Points], attack: Union[Attack, int]) -> int:
        """Replays an attack on the parts of the family, down to a single board, which is refused with this line."""
        if not self.free:
            moves = [self.board.names[point] for point in line]
            refuse(f"move {', reply '.join(moves[:2])}: after {' '.join(moves)}: {why}")
        place, before, rest = self.free[0], self.line[:self.free[0]], self.line[self.free[0] + 1:]
        parts = (self._replace(o=self.o | point, line=(*before, point, *rest), free=self.free[1:])
                 for point in split(self.line[place] & ~(self.x | self.o)))
        return max(part.plies(attack) for part in parts)


def can_fill(points: Points, sets: Sequence[Points]) -> bool:
    """Whether each of the points can be taken from another one of the sets."""
    point = points & -points
    return not points or any(point & chosen and can_fill(points ^ point, [*sets[:index], *sets[index + 1:]])
                             for index, chosen in enumerate(sets))


def makes_five(windows: Iterable[Points], x: Points, o: Points, sets: Sequence[Points]) -> Iterator[Points]:
    """Points of windows of which o, with free stones from these sets, may have all other points."""
    return (five for window in windows if not window & x and 4 - count(window & o) <= len(sets)
            for five in split(window & ~o) if can_fill(window & ~o ^ five, sets))


class Proofs:
    """A file of proofs."""
    def __init__(self, board: Board, name: str, data: bytes, length: int = 0) -> None:
        self.board, self.name, self.length = board, name, length  # the plies that the manifest claims, if there is one
        self.definitions: Dict[str, List[Tuple[str, str]]] = {"a": [], "n": []}  # each with its place
        for place, line in read_lines(name, data):
            kind, index, text = match(f"@([an]){NUMBER} +(.*)", line, place)
            int(index) == len(self.definitions[kind]) or refuse(f"{place}: @{kind}{index} is out of order")
            for sort, used in re.findall(f"@([an]){NUMBER}", text):
                int(used) < len(self.definitions[sort]) or refuse(f"{place}: @{sort}{used} is not defined above")
            self.definitions[kind].append((place, text))
        self.plies = [0] * len(self.definitions["n"])  # of the nodes that have been checked
        self.plies or refuse(f"{name}: no nodes")

    def position(self, index: int) -> Tuple[Points, Points]:
        """The stones of x and of o in the position of a node."""
        place, text = self.definitions["n"][index]
        moves = self.board.read(match(NODE, text, place)[0])
        x, o = sum(set(moves[::2])), sum(set(moves[1::2]))
        is_over = any(window in (window & x, window & o) for window in self.board.windows)
        (count(x) == count(o) == len(moves) / 2 and not x & o and not is_over) or refuse(f"{place}: x is not to move")
        return x, o

    def check(self, index: int) -> None:
        """Checks a node. The earlier nodes are taken for won."""
        board, (place, text) = self.board, self.definitions["n"][index]
        try:
            (x, o), (_, name, items) = self.position(index), match(NODE, text, place)
            attack = Attack(board.point(name), [])
            left = board.all & ~(x | o | attack.move)
            for item in filter(None, items.split(",")):
                names, kind, used, number_of_map = match(ANSWER, item, place)
                replies = left if names == "*" else sum(set(board.read(names)))
                for reply in board.read(names):
                    reply & left or refuse(f"reply {board.names[reply]}: the point is not empty, or is answered twice")
                    left ^= reply
                if kind == "a":
                    attack.answers.append((replies, read_attack(board, self.definitions["a"][int(used)][1])))
                    continue
                image = [board.image(stones, int(number_of_map or 0)) for stones in self.position(int(used))]
                for reply in split(replies):
                    image == [x | attack.move, o | reply] or refuse(f"reply {board.names[reply]}: not node {used}")
                attack.answers.append((replies, self.plies[int(used)]))
            family = Family(board, x, o, five_points(board.windows, x, o), board.windows, (), (), itertools.count())
            self.plies[index] = family.plies(attack)
            length = self.plies[-1] if all(self.plies) else self.length
            self.length in (0, length) or refuse(f"a win in {length} plies, but the manifest says {self.length}")
        except Refused as error:
            refuse(f"{place}, node {index}: {error}")


def read_folder(folder: Path) -> Tuple[List[Proofs], str]:
    """The classes, and what is claimed of them."""
    (place, head), *lines = read_lines("MANIFEST", (folder / "MANIFEST").read_bytes()) or [("MANIFEST", "")]
    pattern = f"certificate rule freestyle size {NUMBER} first ({POINT}) plies {NUMBER}"
    size, first_name, plies = match(pattern, head, place)
    board, classes, left = Board(int(size)), [], []
    first = covered = board.point(first_name)
    for place, line in lines:
        unproven, name, length = match(f"open ({POINT})|class ({POINT}) nodes .* plies {NUMBER} .*", line, place)
        reply = board.point(name or unproven)
        images = sum({board.image(reply, m) for m in range(8) if board.image(first, m) == first})
        images & covered and refuse(f"{place}: the replies of this class are taken")
        covered |= images
        if unproven:
            left.append(unproven)
            continue
        data = (folder / f"{name}.txt").read_bytes()
        proofs = Proofs(board, f"{name}.txt", data, int(length))
        found = (f"class {name} nodes {len(proofs.definitions['n'])} attacks {len(proofs.definitions['a'])} "
                 f"plies {length} bytes {len(data)} sha256 {hashlib.sha256(data).hexdigest()}")
        line == found or refuse(f"{place}: {line}, but this is {found}")
        proofs.position(-1) == (first, reply) or refuse(f"{name}.txt: the last node is not {first_name} {name}")
        classes.append(proofs)
    covered == board.all or refuse(f"MANIFEST: no class has {board.names[next(split(board.all & ~covered))]}")
    int(plies) == max((2 + proofs.length for proofs in classes), default=0) or refuse("MANIFEST: not 2 plies more")
    claim = f"x wins freestyle Gomoku on {size}x{size} with {first_name} in {plies} plies"
    return classes, claim + (f", unless o replies {' '.join(left)}, or an image of these" if left else "")


def main() -> None:
    parser = argparse.ArgumentParser(description="Checks a certificate that the first player wins freestyle Gomoku.")
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--file", type=Path, help="a file of proofs, without a manifest")
    parser.add_argument("--size", type=int, default=15, help="the size of the board of --file (15)")
    parser.add_argument("--units", type=int, default=200, help="check this many random nodes (200)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of the choice of nodes (random)")
    parser.add_argument("--class", dest="classes", action="append", default=[], help="check this class completely")
    parser.add_argument("--all", action="store_true", help="check everything")
    options = parser.parse_args()
    (not options.folder) != (not options.file) or parser.error("expected a folder, or --file")
    try:
        classes, claim = read_folder(options.folder) if options.folder else ([Proofs(
            Board(options.size), options.file.name, options.file.read_bytes())], "x wins at each node")
        whole = [proofs for proofs in classes if options.all or proofs.name[:-4] in options.classes]
        len(whole) >= len(set(options.classes)) or parser.error("--class needs the reply of a class, as in MANIFEST")
        units = [(proofs, index) for proofs in whole or classes for index in range(len(proofs.plies))]
        units = units if whole else random.Random(options.seed).sample(units, max(0, min(options.units, len(units))))
        for done, (proofs, index) in enumerate(units, 1):
            proofs.check(index)
            if done % 20 == 0:
                print(f"{done} of {len(units)} nodes", file=sys.stderr)
    except Refused as error:
        sys.exit(f"refused: {error}")
    except OSError as error:
        parser.exit(2, f"{error}\n")
    which = ", ".join(proofs.name for proofs in whole) or f"random, seed {options.seed}"
    print(f"checked {len(units)} of {sum(len(proofs.plies) for proofs in classes)} nodes ({which}); claimed: {claim}")


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
