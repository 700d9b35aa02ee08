"""The words of scenes in Python: `from scene import row, unless`."""


def row(name, *problems):
    """A row that holds unless something is wrong: whatever is neither None nor False, be it empty."""
    problems = [problem for problem in problems if problem is not None and problem is not False]
    told = "; ".join(str(problem) or "nothing is said" for problem in problems)
    print(f"FAILED {name}: {told}" if problems else f"ok {name}", flush=True)


def unless(condition, problem):
    """Nothing where the condition holds, else what is wrong."""
    return None if condition else problem
