"""Tests of the replay of the checker of certificates. Its naive twin here plays every reply on one board."""
import itertools
import os
import random
import sys
import unittest
from collections import Counter
from pathlib import Path
from typing import Dict, FrozenSet, Iterator, List, Optional, Sequence, Set, Tuple, Union

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import check_certificate as checker  # noqa: E402

Cell = Tuple[int, int]
Cells = FrozenSet[Cell]

BOARDS = int(os.environ.get("QUARTET_BOARDS", "60"))  # random boards, each with an attack and some families
REAL = BOARDS // 10  # random boards with a real attack
MAX_LISTED = 8  # replies with an answer of their own in a random attack


class Naive:
    """The rules on a single board, without anything clever."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.cells = frozenset((column, row) for column in range(size) for row in range(size))
        rows = [[(column + step * right, row + step * up) for step in range(5)] for column, row in self.cells
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))]
        self.windows = sorted((frozenset(cells) for cells in rows if self.cells.issuperset(cells)), key=sorted)

    def makes_five(self, stones: Set[Cell], cell: Cell) -> bool:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                column, row = cell[0] + sign * right, cell[1] + sign * up
                while (column, row) in stones:
                    length, column, row = length + 1, column + sign * right, row + sign * up
            if length >= 5:
                return True
        return False

    def has_five(self, stones: Set[Cell]) -> bool:
        return any(self.makes_five(stones, cell) for cell in stones)

    def fives(self, own: Set[Cell], other: Set[Cell]) -> List[Cell]:
        lacking = (window - own for window in self.windows if window.isdisjoint(other) and len(window & own) == 4)
        return sorted({cell for cells in lacking for cell in cells})

    def plies(self, x: Set[Cell], o: Set[Cell], attack: "Tree") -> Optional[int]:
        """The plies of the longest line; `None` if the attack does not win."""
        move, answers, other = attack
        if move in x or move in o or move not in self.cells:
            return None
        x = x | {move}
        if self.makes_five(x, move):
            return 1
        replies, longest = self.cells - x - o, 1
        fives = self.fives(x, o)
        if self.fives(o, x):
            return None
        for reply in replies:
            answer = answers.get(reply, other)
            if answer is None:
                if not [five for five in fives if five != reply]:
                    return None
                continue
            plies = self.plies(x, o | {reply}, answer)
            if plies is None:
                return None
            longest = max(longest, plies)
        return longest + 2 if replies else None


class Tree(Tuple[Cell, Dict[Cell, "Tree"], Optional["Tree"]]):
    """A move of x, the answers to single replies, and the answer to all others."""


def tree(move: Cell, answers: Dict[Cell, Tree], other: Optional[Tree]) -> Tree:
    return Tree((move, answers, other))


def name(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def write(attack: Tree) -> str:
    move, answers, other = attack
    items = [name(reply) + write(answer) for reply, answer in answers.items()]
    items += ["*" + write(other)] if other else []
    if len(items) == 1 and not other:
        return name(move) + items[0]
    return name(move) + (f"({','.join(items)})" if items else "")


class Generator:
    """Random boards and attacks, many of which win."""

    def __init__(self, size: int, seed: int) -> None:
        self.rules, self.random = Naive(size), random.Random(seed)

    def stones(self) -> Tuple[Set[Cell], Set[Cell]]:
        """Random stones without a five, among them two threes of x."""
        while True:
            x = {cell for window in self.random.sample(self.rules.windows, 2) for cell in sorted(window)[1:4]}
            others = self.random.sample(sorted(self.rules.cells - x), len(self.rules.cells - x))
            most = len(others) if self.random.random() < 0.2 else len(others) // 3
            of_o, of_x = self.random.randint(0, most), self.random.choice([0, 0, 1, 2])
            o, x = set(others[:of_o]), x | set(others[of_o:of_o + of_x])
            if not self.rules.has_five(x) and not self.rules.has_five(o):
                return x, o

    def value(self, x: Set[Cell], o: Set[Cell], depth: int) -> int:
        """A rough guess of what a move is worth, by the five points after it and after another move."""
        fives = len(self.rules.fives(x, o))
        if fives > 1 or depth == 0:
            return fives
        return max((len(self.rules.fives(x | {cell}, o)) for cell in self.rules.cells - x - o), default=0)

    def attack(self, x: Set[Cell], o: Set[Cell], depth: int) -> Tree:
        """An attack by fives, fours and quiet moves, with answers that were found on this board."""
        rules, empty = self.rules, sorted(self.rules.cells - x - o)
        if not empty:
            return tree((0, 0), {}, None)
        fives = rules.fives(x, o)
        if fives and self.random.random() < 0.9:
            return tree(self.random.choice(fives), {}, None)
        quiet = [cell for cell in empty if not rules.fives(x | {cell}, o)]
        moves = quiet if quiet and depth > 0 and self.random.random() < 0.6 else empty
        move = max(moves, key=lambda cell: self.value(x | {cell}, o, depth) + self.random.random())
        if depth == 0:
            return tree(move, {}, None)
        x = x | {move}
        fives, answers, other = rules.fives(x, o), {}, None
        open_replies = [cell for cell in empty if cell != move]
        if len(fives) == 1:
            answers[fives[0]] = self.attack(x, o | {fives[0]}, depth - 1)
        elif not fives and open_replies:
            other = self.attack(x, o, depth - 1 if self.random.random() < 0.2 else 0)
            failed = [reply for reply in open_replies if rules.plies(x, o | {reply}, other) is None]
            for reply in failed if len(failed) <= MAX_LISTED else []:
                answers[reply] = self.attack(x, o | {reply}, depth - 1)
        if self.random.random() < 0.1:  # answers that nobody needs, or that are missing
            cell = self.random.choice(sorted(rules.cells))
            answers[cell] = self.attack(x, o | {cell}, 0)
            answers.pop(self.random.choice(sorted(answers)))
        return tree(move, answers, other)


def points(board: checker.Board, cells: Sequence[Cell]) -> checker.Points:
    return sum(board.point(name(cell)) for cell in cells)


def replayed(board: checker.Board, x: Set[Cell], o: Set[Cell], sets: Sequence[List[Cell]], text: str) -> Optional[int]:
    """The plies that the checker finds on a family of boards; `None` if it refuses the attack."""
    masks = points(board, sorted(x)), points(board, sorted(o))
    line = [point for cells in sets for point in (1, points(board, cells))]  # the moves of x only go into messages
    free = tuple(range(1, len(line), 2))
    fives = checker.five_points(board.windows, *masks)
    family = checker.Family(board, *masks, fives, board.windows, tuple(line), free, itertools.count())
    try:
        return family.plies(checker.read_attack(board, text))
    except checker.Refused:
        return None


class ReplayAndNaiveTwin(unittest.TestCase):
    def families(self, seed: int) -> Iterator[Tuple[int, bool, bool]]:
        """Compares a random attack on random families of boards. Yields for each the number of free stones, whether the
        attack has free replies, and whether it wins."""
        generator, size = Generator((5, 6, 6, 7)[seed % 4], seed), (5, 6, 6, 7)[seed % 4]
        rules, chance, board, (x, o) = generator.rules, generator.random, checker.Board(size), generator.stones()
        attack = generator.attack(x, o, chance.choice([0, 1, 1, 2]))
        empty = sorted(rules.cells - x - o)
        known: Dict[Cells, Optional[int]] = {}

        def plies(stones: Cells) -> Optional[int]:
            if stones not in known:
                known[stones] = rules.plies(x, o | stones, attack)
            return known[stones]

        wins = [cell for cell in empty if plies(frozenset([cell])) is not None]
        for free in (0, 1, 1, 1, 2, 2, 2, 3):
            cells = wins if chance.random() < 0.8 else empty
            most = min(len(cells), (0, len(cells), 6, 3)[free])
            sets = [chance.sample(cells, chance.randint(min(most, 1), most)) for _ in range(free)]
            boards = [frozenset(choice) for choice in itertools.product(*sets) if len(set(choice)) == free]
            if any(rules.has_five(o | stones) for stones in boards):
                continue  # o has won before
            found = [plies(stones) for stones in boards]
            expected = None if None in found else max([0, *(length for length in found if length)])
            self.assertEqual(replayed(board, x, o, sets, write(attack)), expected, (seed, sets, x, o, write(attack)))
            if boards:
                yield free, attack[2] is not None, expected is not None

    def test_random_attacks(self) -> None:
        cases = Counter(case for seed in range(BOARDS) for case in self.families(seed))
        print(sum(cases.values()), "families: free stones, free replies, won:", sorted(cases.items()), file=sys.stderr)
        for case in itertools.product((0, 1, 2), (False, True), (False, True)):
            self.assertGreater(cases[case], 0, case)

    def test_random_moves_on_boards_that_are_nearly_full(self) -> None:
        rules, board, chance = Naive(5), checker.Board(5), random.Random(1)
        results: Counter[bool] = Counter()
        while sum(results.values()) < 50 * BOARDS:
            cells = chance.sample(sorted(rules.cells), 25)
            few, half = chance.randint(2, 5), chance.randint(8, 14)
            x, o, empty = set(cells[few:half]), set(cells[half:]), cells[:few]
            sets = [chance.sample(cells[:few + 1], 2) for _ in range(chance.choice([1, 1, 2]))]
            boards = [o | set(choice) for choice in itertools.product(*sets) if len(set(choice) - o - x) == len(sets)]
            if rules.has_five(x) or not boards or any(rules.has_five(stones) for stones in boards):
                continue
            inner = tree(chance.choice(empty), {}, chance.choice([None, tree(chance.choice(empty), {}, None)]))
            answers = {cell: inner for cell in chance.sample(empty, 2)}
            attack = tree(chance.choice(empty), answers, chance.choice([None, inner]))
            plies = [rules.plies(x, stones, attack) for stones in boards]
            expected = None if None in plies else max(length for length in plies if length)
            self.assertEqual(replayed(board, x, o, sets, write(attack)), expected, (x, o, sets, write(attack)))
            results[expected is not None] += 1
        self.assertTrue(min(results[True], results[False]) > BOARDS // 4, results)

    def test_the_longest_line_may_be_that_of_free_replies(self) -> None:
        rules, board = Naive(9), checker.Board(9)
        x = {(column, row) for column in (2, 3, 4) for row in (2, 4, 6)} | {(8, 0), (8, 1), (8, 2)}
        short = tree((5, 4), {}, None)
        long = tree((8, 3), {(8, 4): tree((5, 2), {}, None)}, None)
        attack = tree((0, 8), {reply: short for reply in ((8, 3), (8, 4), (1, 2), (5, 2), (6, 2))}, long)
        replies = [(2, 8), (3, 8), (4, 8)]
        self.assertEqual([rules.plies(x, {reply}, attack) for reply in replies], [7, 7, 7])
        self.assertEqual(replayed(board, x, set(), [replies], write(attack)), 7)

    def test_real_attacks_with_random_stones(self) -> None:
        board, rules, chance = checker.Board(15), Naive(15), random.Random(1)
        proofs = checker.Proofs(board, "node.txt", (HERE / "data/node.txt").read_bytes())
        x, o = (cells_of(board, stones) for stones in proofs.position(0))
        _, move, items = checker.match(checker.NODE, proofs.definitions["n"][0][1], "the node")
        own = x | cells_of(board, board.point(move))
        answers = [item.split("@a") for item in items.split(",")]
        attacks = [(names, proofs.definitions["a"][int(index)][1]) for names, index in answers if names != "*"]
        results: Counter[bool] = Counter()
        for _ in range(REAL):
            names, text = chance.choice(sorted(attacks, key=lambda attack: len(attack[1]))[:4])
            empty = sorted(rules.cells - own - o)
            replies = {chance.choice(empty), *cells_of(board, sum(board.read(names)))}
            replies = set(chance.sample(sorted(replies), min(len(replies), 2)))
            other = o | set(chance.sample(sorted(set(empty) - replies), chance.choice([0, 2, 4])))
            if not rules.fives(own, other) and not rules.fives(other, own):
                attack = as_tree(board, checker.read_attack(board, text))
                found = [rules.plies(own, other | {reply}, attack) for reply in replies]
                single = [replayed(board, own, other, [[reply]], text) for reply in replies]
                self.assertEqual(single, found, (text, other, replies))
                whole = None if None in found else max(length for length in found if length)
                self.assertEqual(replayed(board, own, other, [list(replies)], text), whole, (text, other, replies))
                results[whole is not None] += 1
        print(f"real attacks won and lost: {results[True]}, {results[False]}", file=sys.stderr)
        self.assertTrue(results[True] and results[False], results)


def cells_of(board: checker.Board, stones: checker.Points) -> Set[Cell]:
    names = [board.names[point] for point in checker.split(stones)]
    return {(ord(text[0]) - ord("a"), int(text[1:]) - 1) for text in names}


def as_tree(board: checker.Board, attack: Union[checker.Attack, int]) -> Tree:
    assert isinstance(attack, checker.Attack)
    (move,), answers, other = cells_of(board, attack.move), {}, None
    for replies, answer in attack.answers:
        if replies == board.all:
            other = as_tree(board, answer)
        else:
            (reply,) = cells_of(board, replies)
            answers[reply] = as_tree(board, answer)
    return tree(move, answers, other)


if __name__ == "__main__":
    unittest.main()
