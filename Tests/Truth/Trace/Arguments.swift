/// The parameters, by index, whose default argument a call computes, since it passes nothing else.
func omitted(_ parameters: [Declared.Parameter], in call: WrittenCall) -> [Int] {
  var omitted: [Int] = []
  var labels = call.labels[...]
  var trailing = call.trailingLabels[...]
  for (index, parameter) in parameters.enumerated() {
    if let label = labels.first, label == parameter.label {
      labels.removeFirst()
      // More values of a variadic parameter.
      let next = parameters.dropFirst(index + 1).first
      while let more = labels.first, more == nil, next == nil || next?.label != nil {
        labels.removeFirst()
      }
    } else if labels.isEmpty, let label = trailing.first,
      label == nil
        ? takesFirstClosure(index, parameters, others: trailing.count - 1)
        : label == parameter.label
    {
      trailing.removeFirst()
    } else if parameter.defaultValue != nil {
      omitted.append(index)
    }
  }
  return omitted
}

/// Whether the first trailing closure goes to this parameter: one that has to be passed, or takes a
/// closure by what is written, or is the last one that is left.
private func takesFirstClosure(
  _ index: Int, _ parameters: [Declared.Parameter], others: Int
) -> Bool {
  parameters[index].takesClosure || parameters[index].defaultValue == nil
    || parameters.count - others <= index + 1
}
