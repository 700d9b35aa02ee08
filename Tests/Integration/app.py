"""Generated sources for scenes: an app with folders of features, which has findings of every rule of
the core pack, and a long file."""

import pathlib
import random

USES = [
    "    let {name} = Date()",
    "    let {name} = Date(timeIntervalSinceNow: {number})",
    "    DispatchQueue.main.async {{ self.show({number}) }}",
    "    let {name}: Date = .now",
    "    Timer.scheduledTimer(withTimeInterval: {number}, repeats: true) {{ _ in self.tick() }}",
]
FEATURES = ["Account", "Cart", "Feed", "Login", "Orders", "Payment", "Search", "Settings", "Sync"]
PARTS = ["Cache", "Cell", "Loader", "Model", "Row", "Service", "Store", "View"]


def write_app(folder, count):
    """Writes an app in which the core pack finds this many uses; the same for the same count."""
    choices = random.Random(count)
    folder = pathlib.Path(folder)
    left = count
    number = 0
    while 0 < left:
        feature = FEATURES[number % len(FEATURES)]
        part = PARTS[number // len(FEATURES) % len(PARTS)]
        suffix = number // (len(FEATURES) * len(PARTS)) or ""
        name = f"{feature}{part}{suffix}"
        path = folder / "Sources" / feature / f"{name}.swift"
        path.parent.mkdir(parents=True, exist_ok=True)
        uses = min(left, choices.choice([0, 0, 1, 2, 3, 5, 8]))
        path.write_text(_file(name, uses, choices))
        left -= uses
        number += 1


def _file(name, uses, choices):
    lines = ["import Foundation", "", f"final class {name} {{", "  var shown: [Int] = []", ""]
    for index in range(max(uses, 2)):
        lines.append(f"  func step{index}(_ now: Date) {{")
        lines.append(f"    // Step {index}: `Date()` in a comment is no finding.")
        if index < uses:
            use = choices.choices(USES, weights=[5, 1, 4, 1, 1])[0]
            lines.append(use.format(name=f"value{index}", number=choices.randrange(60)))
        lines.append(f"    shown.append({choices.randrange(100)})")
        lines += ["  }", ""]
    lines += ["  func show(_ number: Int) { shown.append(number) }", "  func tick() {}", "}", ""]
    return "\n".join(lines)


def source(lines):
    """Swift as people write it, with a finding in each hundredth line."""
    parts = ["import Foundation"]
    for number in range(lines // 10):
        date = "Date()" if number % 10 == 0 else "clock.now"
        parts.append(f"""
final class Model{number} {{
  private var items: [String: Int] = [:]
  let started = {date}

  func update(_ item: String, by amount: Int = 1) -> Int {{
    items[item, default: 0] += amount  // counts what was shown
    return items[item, default: 0] * {number} + items.values.reduce(0, +)
  }}
}}""")
    return "\n".join(parts)
