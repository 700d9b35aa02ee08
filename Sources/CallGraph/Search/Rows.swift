/// Numbers grouped into rows by their keys.
struct Rows: Sendable {
  private var starts: [Int32]
  private var numbers: [Int32]

  /// - Parameter keys: the row that each number goes to; negative for none.
  init(rowCount: Int, _ keys: [Int]) {
    starts = Array(repeating: 0, count: rowCount + 1)
    for key in keys where 0 <= key { starts[key + 1] += 1 }
    for row in 0..<rowCount { starts[row + 1] += starts[row] }
    numbers = Array(repeating: 0, count: Int(starts[rowCount]))
    var ends = starts
    for (number, key) in keys.enumerated() where 0 <= key {
      numbers[Int(ends[key])] = Int32(number)
      ends[key] += 1
    }
  }

  /// The numbers of a row, in their order.
  subscript(row: Int) -> LazyMapSequence<ArraySlice<Int32>, Int> {
    numbers[Int(starts[row])..<Int(starts[row + 1])].lazy.map(Int.init)
  }
}
