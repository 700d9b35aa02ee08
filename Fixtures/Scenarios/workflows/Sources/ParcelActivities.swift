import Foundation

/// Does what may come out otherwise each time; its results stand in the workflow's history.
@ActivityContainer
struct ParcelActivities {
  @Activity
  func weigh(_ parcel: Parcel) throws -> Int {
    try Data(contentsOf: parcel.scale).count
  }

  @Activity
  func label(_ parcel: Parcel) -> Label {
    Label(number: UUID(), printedAt: Date())  // allowed: date-init
  }
}
