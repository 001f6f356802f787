import Glibc
import HybridRelease
import HybridUpdate
import HybridUpdateFaults

// update-trial STORE DIST KEYS PRESET STEP: starts, updates, starts again and confirms, as an app would. At
// changing step STEP the process kills itself. It prints the number of steps.
let words = CommandLine.arguments
guard words.count == 6, let step = Int(words[5]) else { exit(2) }
do {
  let files = KillingFiles(killingAt: step)
  let system = StoreFileSystem(files)
  let keys = try SystemFiles().readAll(words[3], atMost: 1 << 20)
  let settings = UpdateSettings.trial(keys: keys, preset: words[4].isEmpty ? nil : words[4])
  let client = try UpdateClient(
    folder: words[1], settings: settings, transport: FolderHost(words[2]), files: files, vfs: system.name)
  try await client.start()
  _ = try await client.update()
  try await client.start()
  try await client.confirm()
  print(files.steps)
  withExtendedLifetime(system) {}
} catch {
  print("\(error)")
  exit(1)
}
