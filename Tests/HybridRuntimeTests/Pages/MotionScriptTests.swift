import HybridTestSupport
import Testing

@testable import HybridRuntime

/// Pages with animations and transitions say what they say in Chromium.
@Suite struct MotionScriptTests {
  @Test(arguments: MotionScript.all)
  func motionIsThatOfBrowsers(_ script: MotionScript) throws {
    let rig = try PageRig(script.page(say: "(...words) => console.log(words.join(' '))"), opens: false)
    rig.page.open()
    try rig.act("wait 1")
    #expect(rig.said == script.said)
  }
}
