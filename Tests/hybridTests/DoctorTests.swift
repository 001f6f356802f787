import HybridDrawing
import HybridSocket
import HybridWatch
import Testing

@testable import hybrid

@Suite struct DoctorTests {
  static let mounts = """
    /dev/sda1 / ext4 rw,relatime 0 0
    proc /proc proc rw 0 0
    box:/home /home nfs4 rw 0 0
    share /mnt/my\\040work vboxsf rw 0 0
    /dev/sdb1 /home/me/fast btrfs rw 0 0
    broken
    """

  @Test(arguments: [
    ("/srv/shop", "ext4"), ("/home/me/shop", "nfs4"), ("/home/me/fast/shop", "btrfs"),
    ("/homestead", "ext4"),
    ("/mnt/my work/shop", "vboxsf"), ("/home", "nfs4"),
  ])
  func mountIsTheDeepestAbove(_ path: String, _ type: String) {
    #expect(typeOfMount(holding: path, mounts: Self.mounts) == type)
  }

  @Test func withoutMountsNothingIsKnown() {
    #expect(typeOfMount(holding: "/work", mounts: "") == nil)
  }

  @Test(arguments: [
    ("ext4", DoctorFinding.State.good), ("overlay", .good), ("nfs4", .caution), ("9p", .caution),
    ("fuse.sshfs", .caution),
    ("fuseblk", .good),  // a local disk by a driver in user space
  ])
  func remoteFileSystemsAreNamed(_ type: String, _ state: DoctorFinding.State) {
    #expect(fileSystem(type: type).state == state)
  }

  @Test(arguments: [WatchShortfall.Kind.watches, .instances])
  func shortageOfWatchesCarriesItsCure(_ kind: WatchShortfall.Kind) {
    let shortfall = WatchShortfall(limit: 8_192, used: 8_000, needed: 12_000, usedByAll: 8_190, kind: kind)
    let finding = watching(folders: 8_000, shortfall: shortfall, limits: .current())
    #expect(finding.state == .caution)
    #expect(finding.command == shortfall.command)
    #expect(finding.text.contains("8190 of them in use"))
  }

  @Test func whatIsInUseIsToldOfALimitThatSuffices() {
    let limit = InotifyLimits.Limit(most: 8_192, used: 70, setting: "fs.inotify.max_user_watches")
    let limits = InotifyLimits(watches: limit, instances: limit)
    let finding = watching(folders: 12, shortfall: nil, limits: limits)
    #expect(finding == DoctorFinding("watching", .good, "12 folders; 70 of 8192 watches are in use"))
  }

  @Test func missingFontsCarryTheirPackage() {
    let finding = fonts(missing: .fontMissing("DejaVuSans.ttf"))
    #expect(finding.state == .caution)
    #expect(finding.command == "sudo apt-get install -y fonts-dejavu-core")
  }

  @Test func takenPortIsNoReasonToStop() {
    #expect(portUnusable(7788, .portTaken(port: 7788, by: nil)).state == .caution)
    #expect(portUnusable(80, .cannotListen(port: 80, reason: "Permission denied")).state == .bad)
  }
}
