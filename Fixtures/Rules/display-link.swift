#if canImport(UIKit)
  import UIKit

  // Reported: what fires with the screen.

  final class Spinner: NSObject {
    var link: CADisplayLink?
    var angle = 0.0

    @objc func step(_ link: CADisplayLink) { angle += link.duration }

    func start() {
      link = CADisplayLink(target: self, selector: #selector(step))  // expect: display-link
      link = CADisplayLink.init(  // expect: display-link
        target: self, selector: #selector(step))
    }

    func start(on screen: UIScreen) {
      link = screen.displayLink(  // expect: display-link
        withTarget: self, selector: #selector(step))
    }

    // Not reported: a link that is given.

    func pause(_ link: CADisplayLink) {
      link.isPaused = true
      link.invalidate()
    }
  }
#endif

#if canImport(AppKit)
  import AppKit
  import CoreVideo

  final class Meter: NSView {
    var links: [CADisplayLink] = []

    @objc func step(_ link: CADisplayLink) {}

    func start(_ window: NSWindow, _ screen: NSScreen?) {
      links.append(displayLink(target: self, selector: #selector(step)))  // expect: display-link
      // expect@+1:25: display-link
      links.append(self.displayLink(target: self, selector: #selector(step)))
      links.append(
        window
          .displayLink(target: self, selector: #selector(step)))  // expect: display-link
      _ = screen?.displayLink(target: self, selector: #selector(step))  // expect: display-link
    }

    func startOld(_ display: CGDirectDisplayID, _ displays: [CGDirectDisplayID]) {
      var link: CVDisplayLink?
      var displays = displays
      CVDisplayLinkCreateWithActiveCGDisplays(&link)  // expect: display-link
      CVDisplayLinkCreateWithCGDisplay(display, &link)  // expect: display-link
      CVDisplayLinkCreateWithCGDisplays(&displays, displays.count, &link)  // expect: display-link
      CVDisplayLinkCreateWithOpenGLDisplayMask(1, &link)  // expect: display-link
      if let link, CVDisplayLinkIsRunning(link) { CVDisplayLinkStop(link) }
    }
  }
#endif

// Not reported: another type's members, and declarations.
struct Frames {
  var seconds: [Double]
  func displayLink(for screen: Int) -> [Double] { seconds }
  func next() -> [Double] { displayLink(for: 1) }
}
enum Fake {
  struct CADisplayLink { var target: Int, selector: Int }
}
let fake = Fake.CADisplayLink(target: 1, selector: 2)

// Texts: CADisplayLink(target: self, selector: step)
let help = "CADisplayLink(target: self, selector: step)"
