"""Diagnose a wrong answer: which explanations fit, in which words, and which deals to run next."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from typing import Final

import numpy as np

from engine.cards import Deal
from engine.diagnose import differences, search, small_deals
from engine.diagnose.answers import OF_FORM, Answer, Claim, Grade, common_forms, form_of, graded
from engine.diagnose.mistakes import BESIDE, MISPLACED, cards_in, has_equal_cards, mistake_called
from engine.diagnose.playing import PLACE, RULE_SETS, GameCache
from engine.diagnose.programs import Program, answer_of, answers_of
from engine.diagnose.search import Clue, Fit, Found, Tell
from engine.diagnose.small_deals import DistinguishingDeal, may_be_the_same
from engine.formats import judge_of
from engine.game import FORM_OF, SHAPES, Plan
from engine.numbers import count, plural
from engine.rules import PLAYABLE, SETTLED, BothOut, Rules, Shortfall, rules_name
from engine.wording import Part, Sentence, sentence

# Whose rules are meant: found from the answers expected, the words they are in, the deals' formats.


@dataclass(frozen=True, slots=True)
class Case:
    """One test: the deal, what the program said, what the judge expects if he says."""

    deal: Deal
    got: Answer
    expected: Answer | None = None
    format: str = ""
    """The format in which the deal was pasted, which hints at the judge."""


@dataclass(frozen=True, slots=True)
class Judge:
    """The rules taken for the judge's."""

    rules: Rules
    name: str
    """A preset's name, or the code of the rules."""
    fits: bool
    presets: tuple[str, ...]
    others: int
    """How many other combinations of rules do."""
    from_hint: bool = False
    """Whether the visitor named it, or the words of an answer or the format of a deal point to it."""

    @property
    def alternatives(self) -> tuple["Judge", ...]:
        """Presets with other rules that fit as well; none where something points to this one."""
        if self.from_hint:
            return ()
        others: dict[Rules, str] = {}
        for name in self.presets:
            others.setdefault(PLAYABLE[name], name)
        others.pop(self.rules, None)
        return tuple(replace(self, rules=rules, name=name) for rules, name in others.items())


def find_judge(cases: Sequence[Case], given: Rules | None, played: GameCache) -> Judge:
    """Find whose rules give the answers expected: a preset's before any other's.

    Raises `ValueError` for given rules that leave games to chance.
    """
    if given is not None and not given.deterministic:
        raise ValueError("random pick-up: no single answer is right. Use rules with a fixed pick-up order")
    expected = {case: case.expected for case in cases if case.expected is not None}
    hints = _hints(cases)
    right = _rules_that_give(expected, played) if expected else set()
    fitting = (name for name in SETTLED if PLAYABLE[name] in right)
    presets = tuple(sorted(fitting, key=lambda name: hints.index(name) if name in hints else len(hints)))
    others = len(right - {*PLAYABLE.values()})
    if given is not None:
        name = next((name for name in hints if PLAYABLE[name] == given), rules_name(given))
        return Judge(given, name, given in right, presets, others, from_hint=True)
    if right and not presets:
        best = min(right, key=lambda rules: (_away(rules, hints), PLACE[rules]))
        return Judge(best, rules_name(best), True, (), others)
    name = (*presets, *hints, "code-golf" if expected else SETTLED[0])[0]
    return Judge(PLAYABLE[name], name, bool(presets), presets, others, name in hints)


def _rules_that_give(expected: Mapping[Case, Answer], played: GameCache) -> set[Rules]:
    """Return every rule set that gives all the answers expected, in some way to read them."""
    fits = np.zeros(len(RULE_SETS), np.bool_)
    for form in common_forms([*expected.values()]):
        clues = [Clue(case.deal, answer.reading(form)) for case, answer in expected.items()]
        fits |= search.fitting_rules(clues, played)
    return {RULE_SETS[place] for place in np.flatnonzero(fits)}


def _hints(cases: Sequence[Case]) -> list[str]:
    """Return the presets that the answers' words and the deals' formats point to, the surest first."""
    judges = [_meant(form, case) for case in cases if case.expected for form in case.expected.forms]
    judges += [judge_of(case.format) for case in cases]
    judges += [_meant(*case.got.forms, case) for case in cases if len(case.got.forms) == 1]
    return list(dict.fromkeys(filter(None, judges)))


def _meant(name: str, case: Case) -> str:
    """Return whose rules are meant by an answer in this form, nothing where it is nobody's.

    Where the judge who prints deals so answers in the same words, his are.
    """
    form, shape, printed = FORM_OF.get(name), SHAPES.get(name), FORM_OF.get(judge_of(case.format))
    if form and printed and form.wins == printed.wins:
        form = printed
    if form is None or (form.is_anybodys and (shape is None or not shape.identifies_judge(case.deal))):
        return ""
    return form.rule_set


def _away(rules: Rules, hints: Sequence[str]) -> tuple[int, int]:
    """Return how far rules are from the nearest preset, those hinted at first."""
    names = [*hints, *(name for name in PLAYABLE if name not in hints)]
    return min((len(rules.differing(PLAYABLE[name])), place) for place, name in enumerate(names))


# The question "why is my answer not the judge's?" and all that can be said to it.

LARGEST_DEAL: Final = 260
"""Cards of the largest deal that is diagnosed: five packs; games of more would take minutes."""
MOST_CASES: Final = 500
SHUFFLED: Final = 24  # shuffled deals that are looked at for one that tells explanations apart
_FEWEST_ALIKE: Final = 4  # cases from which on it is no chance that a program says the same in all of them

_MOST_TWINS: Final = 8
"""Explanations up to which those are left out that the judge cannot tell from the first."""
_MOST_QUOTED: Final = 80  # characters of an answer that are quoted in a sentence


@dataclass(frozen=True)
class Explanation(Fit):
    """A program that gives every answer the person's program gave."""

    cases: tuple[Case, ...] = ()
    by_chance: float = 0.0
    """How many programs as simple would be expected to give these answers by luck."""

    @cached_property
    def first_differences(self) -> tuple[differences.FirstDifference, ...]:
        """Where its game leaves the judge's, for each case."""
        deals = [case.deal for case in self.cases]
        return differences.first_differences(deals, Program(self.judge_rules), self.program)


@dataclass(frozen=True, slots=True)
class Near:
    """A program that does not give every answer, and how close it comes."""

    program: Program
    sentence: Sentence
    right: int
    """Cases answered as the person's program does."""
    winners: int
    off: int
    """By how much its counts differ in all."""
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Diagnosis:
    """All that can be said. `explanations` are ranked, the likeliest first; empty when none fits."""

    cases: tuple[Case, ...]
    judge: Judge
    explanations: tuple[Explanation, ...]
    nearest: tuple[Near, ...]
    rule_sets: int
    programs: int
    unshown: tuple[Deal, ...] = ()
    """Deals that show what the only explanation does in ways that no case shows."""

    @cached_property
    def distinguishing_deal(self) -> DistinguishingDeal | None:
        """The small deal on which the first explanation stands alone; None where nothing is open."""
        if len(self.explanations) < 2 and (self.sure or not self.explanations):
            return None
        first, *others = (explanation.program for explanation in self.explanations)
        if self.unshown:
            programs = first, Program(self.judge.rules)
            answers = ((program, answer_of(program, self.unshown[0], self.claim)) for program in programs)
            return DistinguishingDeal(self.unshown[0], tuple(answers), proved=False)
        reference = Program(self.judge.rules)
        found = self.distinguish(first, [reference, *self.settling[:2], *others])
        return found and _between(found, [first, reference, *others])

    @cached_property
    def settling(self) -> list[Program]:
        """Who may lose if both are short: no other explanations, and yet what the next deal shows."""
        return _companions(self) if self.judge.rules.shortfall is Shortfall.DRAW else []

    def distinguish(self, leading: Program, others: Sequence[Program]) -> DistinguishingDeal | None:
        """Return a small deal that the judge would ask, where a program differs from the first of others."""
        against = [*dict.fromkeys(program for program in others if program != leading)]
        return small_deals.distinguish(leading, against, self.claim, self.plan)

    @cached_property
    def plan(self) -> Plan | None:
        """What the judge asks; None where the person asks other deals than he would."""
        rules, form = self.judge.rules, FORM_OF.get(self.claim.form)
        names = [form.rule_set if form else "", self.judge.name, *SHAPES]
        alike = (
            name for name in dict.fromkeys(names) if name == self.judge.name or PLAYABLE.get(name) == rules
        )
        plans = (Plan(rules, name, name if name in FORM_OF else "", "line", SHUFFLED) for name in alike)
        return next((plan for plan in plans if all(plan.deals.has(case.deal) for case in self.cases)), None)

    def is_guess(self, shown: Explanation) -> bool:
        """Whether an explanation is a guess: likely luck, or the first of several that are as simple."""
        several = sum(each.order[0] == shown.order[0] for each in self.explanations) > 1
        is_luck = shown.by_chance >= search.LIKELY and bool(shown.differences)
        return is_luck or (several and shown == self.explanations[0])

    @property
    def sure(self) -> bool:
        """Whether no other explanation fits, none would by luck, and the cases show all that it does.

        Others are those of two mistakes too, and programs that do a part of what it does.
        """
        alone = len(self.explanations) == 1 and self.explanations[0].by_chance < search.SURE
        return alone and not self.constant and not self.unshown

    @property
    def unsteady_words(self) -> str:
        """What is to be said of two different answers to the same deal; nothing where there are none."""
        first: dict[Deal, Answer] = {}
        for case in self.cases:
            one = first.setdefault(case.deal, case.got)
            if one.readings != case.got.readings:
                quoted = (f"“{' / '.join(got.text.splitlines())}”" for got in (one, case.got))
                return f"Your program gave two answers to the same deal: {' and '.join(quoted)}."
        return ""

    @property
    def claim(self) -> Claim:
        """One of the program's answers, with a count if any has one: what it prints, and how.

        Of a program that never ends, one that the judge expects.
        """
        form = self.explanations[0].form if self.explanations else ""
        claims = [case.got.reading(form) for case in self.cases]
        if all(claim.endless and claim.form not in FORM_OF for claim in claims):
            wanted = (case.expected for case in self.cases if case.expected)
            claims = [answer.reading(self.judge.name) for answer in wanted] or claims
        return next((claim for claim in claims if claim.count is not None), claims[0])

    @property
    def always(self) -> Claim | None:
        """The one answer that the program gives in every case, where the judge's rules do not."""
        deals, answers = {case.deal for case in self.cases}, {case.got.readings for case in self.cases}
        if len(deals) == 1 or len(answers) > 1 or self.right_outcome:
            return None
        return self.cases[0].got.readings[0]

    @property
    def constant(self) -> bool:
        """Whether a program that always says this is likelier than all explanations.

        They may fit as well, by chance, where the judge expects that answer in some cases.
        """
        chance = len(self.cases) < _FEWEST_ALIKE or self.unexpected in (0, len(self.cases))
        simple = self.explanations and self.explanations[0].order[0] < 2
        return self.always is not None and not (simple and chance)

    @property
    def unexpected(self) -> int:
        """The number of cases in which the judge expects what the program's answer cannot mean."""
        wanted = ((case.expected, case.got.readings) for case in self.cases)
        return sum(answer is not None and not {*answer.readings} & {*got} for answer, got in wanted)

    @property
    def right_outcome(self) -> bool:
        """Whether the program answers as the judge's rules do, on every case, in whatever form."""
        return bool(self.explanations) and not self.explanations[0].differences

    @property
    def right(self) -> bool:
        """Whether the program answers as the judge's rules do, on every case, and in the judge's form."""
        return self.right_outcome and not self.wrong_form

    @cached_property
    def wrong_form(self) -> tuple[Case, ...]:
        """The cases with the right outcome, but not as the judge writes it."""
        return tuple(case for case in self.cases if self._grade(case) in OF_FORM)

    def _grade(self, case: Case) -> Grade | None:
        """Grade an answer as `war check` does; None where the judge's form is not known.

        Where nobody said what the judge expects, only what stands beside the answer is graded.
        """
        expected = self.expected(case)
        judge = form_of(self.judge.name, expected)
        grade = graded(case.got.text, expected, judge) if judge else None
        return None if grade is Grade.FORM and case.expected is None else grade

    def expected(self, case: Case) -> str:
        """Return what the judge expects, as given or by the rules; nothing where the judge is not known."""
        if case.expected is not None:
            return case.expected.text
        form, rules = FORM_OF.get(self.claim.form), self.judge.rules
        known = self.judge.from_hint and form and PLAYABLE[form.rule_set] == rules
        return answer_of(Program(rules), case.deal, self.claim) if known else ""

    @property
    def form_grade(self) -> Grade:
        """How the first case with a right outcome in a wrong form was printed; right where there is none."""
        return (self._grade(self.wrong_form[0]) if self.wrong_form else None) or Grade.RIGHT

    @property
    def form_words(self) -> Sentence:
        """What is to be said of a right outcome in a wrong form; nothing where there is none."""
        if not self.wrong_form:
            return ()
        first = self.wrong_form[0]
        wanted, got = (" / ".join(text.splitlines()) for text in (self.expected(first), first.got.text))
        often = f" in {len(self.wrong_form):,} of {count(len(self.cases), 'case')}"
        where = often if len(self.cases) > 1 else ""
        says = (
            f"Right outcome, {OF_FORM[self.form_grade]}{where}: the judge expects “",
            "”, your program printed “",
            "”.",
        )
        got = got if len(got) <= _MOST_QUOTED else f"{got[:_MOST_QUOTED]}..."
        return tuple(map(Part, (says[0], wanted, says[1], got, says[2])))

    def sentence_of(self, explanation: Explanation) -> Sentence:
        """Return what an explanation finds wrong; where no rule differs, what was expected, or the form."""
        if explanation.differences:
            return explanation.sentence
        return self.unexpected_words or self.form_words or explanation.sentence

    @property
    def unexpected_words(self) -> Sentence:
        """What is to be said of a program that follows rules that do not give what was expected."""
        if self.judge.fits or not self.right_outcome or not any(case.expected for case in self.cases):
            return ()
        which = plural(len(self.cases), "answer")
        return sentence(f"Your program does what these rules say. They do not give the {which} you expected.")


def diagnose(cases: Sequence[Case], *, rules: Rules | None = None, tell: Tell = lambda *_: None) -> Diagnosis:
    """Find the programs that give these answers, ranked by how little they differ from the judge.

    `rules`: those of the judge; without, they are found from the answers expected. `tell` hears how
    many programs have been tried, and of how many. Raises `ValueError` for no case, too many, or too large
    a deal.
    """
    return _likely(_diagnosed(cases, rules, tell))


def _likely(diagnosis: Diagnosis) -> Diagnosis:
    """Leave out what explains a constant answer by more than one mistake: that is far-fetched."""
    simple = tuple(one for one in diagnosis.explanations if one.order[0] < 2 or not diagnosis.constant)
    return replace(diagnosis, explanations=simple)


def _diagnosed(cases: Sequence[Case], rules: Rules | None, tell: Tell = lambda *_: None) -> Diagnosis:
    """Find the programs that give these answers, as `diagnose` does, the far-fetched ones too."""
    _check(cases)
    cases = tuple(cases)
    played = GameCache()
    judged = find_judge(cases, rules, played)
    found = _found(cases, judged, played, tell)
    for rival in judged.alternatives:
        other = _found(cases, rival, played, tell)
        # Of judges that the answers fit as well, the one by whom the program is the least wrong.
        if other.fits and (not found.fits or other.fits[0].order < found.fits[0].order):
            judged, found = rival, other._replace(tried=max(found.tried, other.tried))
    explanations = tuple(
        Explanation(fit.program, fit.judge_rules, fit.form, cases, found.by_chance(fit))
        for fit in _simplest(found.fits)
    )
    nearest = () if explanations else _nearest(cases, judged)
    rule_sets = min(len(RULE_SETS), found.tried)
    diagnosis = Diagnosis(cases, judged, explanations, nearest, rule_sets, found.tried)
    diagnosis = replace(diagnosis, explanations=_without_twins(diagnosis))
    return replace(diagnosis, unshown=_unshown(diagnosis))


def _without_twins(diagnosis: Diagnosis) -> tuple[Explanation, ...]:
    """Return the explanations, where they are few without those that the judge cannot tell from the first.

    A war of one card face down has its first card before its last, and ranks that are all different no war.
    """
    plan = diagnosis.plan
    if plan is None or not 1 < len(diagnosis.explanations) <= _MOST_TWINS:
        return diagnosis.explanations
    (first, *others), claim = diagnosis.explanations, diagnosis.claim
    twins = others
    for deals in ((*plan.distinguishing(), *plan.catching()), plan.ordered()):
        if twins:
            asked = [deal.suited() for deal in deals]
            own = answers_of(first.program, asked, claim)
            twins = [other for other in twins if answers_of(other.program, asked, claim) == own]
    scored = claim.score is not None  # equal scores of large deals are no chance
    twins = [
        other
        for other in twins
        if may_be_the_same((first.program, other.program), claim)
        and (scored or diagnosis.distinguish(first.program, [other.program]) is None)
    ]
    return (first, *(other for other in others if other not in twins))


def _unshown(diagnosis: Diagnosis) -> tuple[Deal, ...]:
    """Return the deals on which what is else sure is still to be seen: where it does more than in the cases.

    They are looked for among the judge's, where the explanation answers otherwise than he does.
    """
    plan = diagnosis.plan
    if plan is None or not diagnosis.sure:
        return ()
    first, reference = diagnosis.explanations[0].program, Program(diagnosis.judge.rules)
    known = (*plan.distinguishing(), *plan.catching()) or plan.ordered()
    deals = [deal.suited() for deal in known if plan.asks(deal)]
    mine, right = (answers_of(program, deals, diagnosis.claim) for program in (first, reference))
    differ = [deal for deal, *both in zip(deals, mine, right, strict=True) if both[0] != both[1]]
    deals, counted = [case.deal for case in diagnosis.cases], diagnosis.claim.count is not None
    differ.sort(key=deals.__contains__)  # one that was asked already is offered last
    shown = tuple(differences.unshown(first, reference, deals, differ, counted=counted))
    other = None if shown else diagnosis.distinguish(first, _companions(diagnosis))
    return (other.deal,) if other else shown


def _companions(diagnosis: Diagnosis) -> list[Program]:
    """Return the likeliest program of other rules as it may settle, unshown, who wins if both are short."""
    first = diagnosis.explanations[0].program
    if first.rules == diagnosis.judge.rules or first.rules.shortfall is not Shortfall.LOSES or first.mistakes:
        return []
    others = [Program(first.rules, (name,)) for name in search.CHECKED]
    others += [Program(replace(first.rules, both_out=both_out)) for both_out in BothOut]
    deals, claim = [case.deal for case in diagnosis.cases], diagnosis.claim
    said = answers_of(first, deals, claim)
    return [other for other in others if answers_of(other, deals, claim) == said]


def _between(deal: DistinguishingDeal, programs: Sequence[Program]) -> DistinguishingDeal:
    """Return a deal with the answers of these programs alone."""
    return replace(deal, answers=tuple(pair for pair in deal.answers if pair[0] in programs))


def _found(cases: Sequence[Case], judge: Judge, played: GameCache, tell: Tell) -> Found:
    """Return the programs that give every answer in some way to read them."""
    fits: dict[Program, Fit] = {}
    ways = [
        search.programs_that_say(clues, judge.rules, played, tell)
        for clues in _ways_to_read(cases, judge.name)
    ]
    for way in ways:
        for fit in way.fits:
            needs = frozenset().union(*(mistake_called(name).cards for name in fit.program.mistakes))
            if needs & BESIDE <= _written(judge, fit):
                fits.setdefault(fit.program, fit)
    tried, chance = max(way.tried for way in ways), max(way.chance for way in ways)
    said: dict[object, Fit] = {}
    for fit in sorted(fits.values(), key=partial(_likeliest_first, judge)):
        # What is told apart only by wars is the same where the judge has none.
        said.setdefault(fit if has_equal_cards(fit.form) else fit.sentence, fit)
    return Found([*said.values()], tried, chance)


def _written(judge: Judge, fit: Fit) -> frozenset[str]:
    """Return how the judge in whose form the answers were read writes the cards; nothing if not known."""
    form = FORM_OF.get(fit.form)
    its_own = form is not None and PLAYABLE[form.rule_set] == judge.rules
    return cards_in(fit.form if its_own else "", judge.name)


def _likeliest_first(judge: Judge, fit: Fit) -> tuple[int, int]:
    """Order explanations: the fewest differences, then the more usual ones where cards are written so."""
    cards = _written(judge, fit)
    asked = (mistake_called(name).cards for name in fit.program.mistakes)
    misplaced = sum(bool(cards and needed and not cards & needed) for needed in asked)
    number, rare = fit.order
    return number, rare + MISPLACED * misplaced


def _check(cases: Sequence[Case]) -> None:
    if not cases:
        raise ValueError("there is no test: give a deal and your program’s answer")
    if len(cases) > MOST_CASES:
        raise ValueError(f"{len(cases)} tests are too many: use at most {MOST_CASES}")
    for case in cases:
        if case.deal.size > LARGEST_DEAL:
            raise ValueError(
                f"a deal of {case.deal.size} cards is too large: use one of at most {LARGEST_DEAL}"
            )


def _ways_to_read(cases: Sequence[Case], judge: str) -> list[list[Clue]]:
    """Return every way to read all answers of the program; in the judge's words only, where they can be."""
    forms = common_forms([case.got for case in cases])
    wanted = {form for case in cases if case.expected for form in case.expected.forms}
    if len(wanted & {*forms}) == 1:
        forms = tuple(form for form in forms if form in wanted)
    elif wanted and judge in forms:
        forms = (judge,)
    ways = {form: [Clue(case.deal, case.got.reading(form)) for case in cases] for form in forms}
    # Of words that mean the same in several forms one is enough.
    said = {tuple(replace(claim, form="") for _, claim in clues): clues for clues in reversed(ways.values())}
    return [*reversed(said.values())]


def _simplest(fits: Sequence[Fit]) -> list[Fit]:
    """Leave out programs that make all the mistakes of a simpler one, and those far behind the first."""
    chosen: list[Fit] = []
    for fit in fits:
        if fit.order[0] > fits[0].order[0] + 1:
            break
        if not any({*simple.differences} <= {*fit.differences} for simple in chosen):
            chosen.append(fit)
        if len(chosen) == search.MOST_EXPLANATIONS:
            break
    return chosen


def _nearest(cases: Sequence[Case], judge: Judge) -> tuple[Near, ...]:
    """Return the programs one step from the judge's that come closest to the answers."""
    clues, *_ = _ways_to_read(cases, judge.name)
    rules, limit = judge.rules, search.patience(clues)
    near = [_near(Fit(program, rules), clues, limit) for program in search.one_step_programs(rules)]
    near.sort(key=lambda program: (-program.right, -program.winners, program.off))

    def said(program: Program) -> Iterator[str]:
        return (answers_of(program, [deal], claim, limit=limit)[0] for deal, claim in clues)

    return tuple(replace(one, answers=tuple(said(one.program))) for one in near[:5])


def _near(fit: Fit, clues: Sequence[Clue], limit: int) -> Near:
    right = winners = off = 0
    results = fit.program.play([deal for deal, _ in clues], limit=limit)
    printed = {unit: fit.program.prints(results, unit) for unit in {claim.unit for _, claim in clues}}
    for place, (_, claim) in enumerate(clues):
        winner, number, endless = printed[claim.unit].at(place)
        named = not endless and winner in claim.winners
        winners += named
        counted = not endless and claim.count in (None, number)
        right += endless if claim.endless else counted and (named or not claim.winners)
        off += abs(number - claim.count) if claim.count is not None and not endless else limit
    return Near(fit.program, fit.sentence, right, winners, off, ())


# The question asked on: the program is run on the deal that tells the explanations left apart.

MOST_ASKED: Final = 12  # deals that a program is run on for the sake of its diagnosis

Ask = Callable[[Deal], Case | None]
"""Runs the person's program on a deal; None where the judge would not ask it, or nothing can be read."""


def settle(cases: Sequence[Case], ask: Ask, *, rules: Rules) -> Diagnosis:
    """Diagnose, run the deal that separates the explanations left, and go on until nothing separates."""
    known = [*cases]
    diagnosis = _diagnosed(known, rules)
    for _ in range(MOST_ASKED):
        first, *others = [explanation.program for explanation in diagnosis.explanations] or [Program(rules)]
        # Where the first answers as the judge does on every deal, one that tells it from others.
        following = next_deal(diagnosis) or diagnosis.distinguish(first, others)
        case = ask(following.deal) if following else None
        if case is None or case in known:
            break
        known.append(case)
        diagnosis = _diagnosed(known, rules)
    return _likely(diagnosis)


# The deal to run a program on next: it shows whether the first explanation is right.

_MOST_COMPARED: Final = 40  # explanations that the deal is to tell apart, the likeliest
_FEW: Final = 4  # explanations up to which the smallest deal is offered
_LIKELIEST: Final = 24
_DIFFERENCE: Final = 8
"""A program is half as likely for each step of rarity, and a difference counts as n steps."""
_WORTH: Final = 16  # a large deal has to tell so much of what is likely more than a small one: one part of n


def next_deal(diagnosis: Diagnosis) -> DistinguishingDeal | None:
    """Return a deal on which the first explanation answers otherwise than the judge and others.

    With few explanations left it is the smallest on which the first stands alone; with many it may be
    one that the judge publishes or shuffles, if after that the likeliest is more often the right one.
    Deals that are among the cases already are of no use; None where nothing is left to tell.
    """
    explanations = diagnosis.explanations[:_MOST_COMPARED]
    asked = {case.deal for case in diagnosis.cases}
    small = diagnosis.distinguishing_deal
    if small and small.deal in asked:
        small = None
    if len(explanations) < 2:
        return small
    programs = [explanation.program for explanation in explanations]
    # One on which all explanations answer alike would tell nothing.
    if small and len({answer for program, answer in small.answers if program in programs}) == 1:
        small = None
    return small if small and len(explanations) <= _FEW else _best(diagnosis, asked, small)


def _best(
    diagnosis: Diagnosis, asked: set[Deal], small: DistinguishingDeal | None
) -> DistinguishingDeal | None:
    """Return the deal after which what is likeliest weighs most, or the small one if it is near.

    Among the small deal and those that the judge would ask: deals that distinguish and catch most,
    published and shuffled ones. On none of them does the first explanation answer as the judge does.
    """
    explanations: list[Fit] = [*diagnosis.explanations[:_MOST_COMPARED]]
    plan, reference = diagnosis.plan, Program(diagnosis.judge.rules)
    explanations += [replace(explanations[0], program=program) for program in diagnosis.settling]
    judges = dict.fromkeys(chain(plan.distinguishing(), plan.ordered())) if plan else {}
    deals = [small.deal] if small else []
    deals += [deal.suited() for deal in judges if plan and plan.asks(deal) and deal.suited() not in asked]
    programs = dict.fromkeys((*(explanation.program for explanation in explanations), reference))
    printed = [answers_of(program, deals, diagnosis.claim) for program in programs]
    right = printed[[*programs].index(reference)]
    likely = [1 << max(0, _LIKELIEST - _DIFFERENCE * each.order[0] - each.order[1]) for each in explanations]

    def worth(place: int) -> int:
        by_answer: dict[str, int] = {}
        for weight, answers in zip(likely, printed, strict=False):
            by_answer[answers[place]] = max(weight, by_answer.get(answers[place], 0))
        return sum(by_answer.values())

    def together(place: int) -> int:
        return sum(answers[place] == printed[0][place] for answers in printed)

    wrong = explanations[0].program != reference
    useful = [place for place in range(len(deals)) if (printed[0][place] != right[place]) >= wrong]
    fewest = min(map(together, useful), default=0)
    if fewest >= len(explanations):
        return None
    # Where the first stands alone nowhere, what splits the others best is asked.
    some = [place for place in useful if fewest > 1 or together(place) == 1]
    best = max(some, key=lambda place: (worth(place), -together(place)), default=None)
    if best is None:
        return small
    if small and (small.together == 1 or fewest > 1) and _WORTH * (worth(best) - worth(0)) <= sum(likely):
        return small
    answers = tuple(zip(programs, (row[best] for row in printed), strict=True))
    shown = [reference, *(explanation.program for explanation in diagnosis.explanations)]
    return _between(DistinguishingDeal(deals[best], answers, proved=False), shown)
