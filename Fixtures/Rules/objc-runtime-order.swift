import Foundation

#if canImport(ObjectiveC)
  import ObjectiveC
#endif

// Reported: lists of the Objective-C runtime.

#if canImport(ObjectiveC)
  enum Runtime {
    static func classes() -> Int {
      var count: UInt32 = 0
      let classes = objc_copyClassList(&count)  // expect: objc-runtime-order
      let protocols = objc_copyProtocolList(&count)  // expect: objc-runtime-order
      print(classes as Any, protocols as Any)
      return Int(objc_getClassList(nil, 0))  // expect: objc-runtime-order
    }

    static func members(of type: AnyClass) -> Int {
      var count: UInt32 = 0
      let methods = class_copyMethodList(type, &count)  // expect: objc-runtime-order
      let properties = class_copyPropertyList(type, &count)  // expect: objc-runtime-order
      // The report stands at the first word of the name.
      // expect@+1:23: objc-runtime-order
      let variables = class_copyIvarList(type, &count)
      free(variables)
      print(methods as Any, properties as Any)
      return class_copyProtocolList(type, &count) == nil ? 0 : 1  // expect: objc-runtime-order
    }
  }

  // Not reported: one member that is asked for by name.

  func responds(_ type: AnyClass) -> Bool {
    class_getInstanceMethod(type, #selector(NSObject.copy)) != nil
  }
#endif

// Own functions and longer names.
enum School {
  struct Room {
    func objc_copyClassList(_ year: Int) -> [String] { ["1a", "1b"] }
    func class_copyMethodList(named name: String) -> [String] { [name] }
  }
}
let room = School.Room()
let classes = room.objc_copyClassList(1) + room.class_copyMethodList(named: "reading")

// Texts: class_copyMethodList(type, &count)
let help = "objc_copyClassList(&count) lists all classes"
