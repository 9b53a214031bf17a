// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Unit tests of a release build, which .ci/test runs: the testing libraries exist in shared form alone.
let isTestingRelease = Context.environment["SECRETFILE_TEST_RELEASE"] != nil
let carryingRuntime: [LinkerSetting] = [
  // A release build carries the Swift runtime; libc, libsodium and expat stay shared.
  .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
  // It carries the C++ runtime under it too, and exports no symbols: a process starts in less than half the time when
  // the loader need not find the places of some two thousand names.
  .unsafeFlags(
    ["-use-ld=lld", "-L\(Context.packageDirectory)/.ci/link", "-Xlinker", "--no-export-dynamic"],
    .when(platforms: [.linux], configuration: .release)),
]

let linking: [LinkerSetting] =
  (isTestingRelease ? [] : carryingRuntime) + [
    // Functions are bound at the start: binding at the first call spills vector registers, and with them secrets that
    // were just copied, onto the stack.
    .unsafeFlags(
      ["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"], .when(platforms: [.linux])
    )
  ]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linking)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// Programs in the style of tutorials, with the settings that their authors have.
func listings(_ name: String, _ mode: SwiftLanguageMode) -> Target {
  .testTarget(
    name: name, dependencies: ["Security", "ItemStore"],
    swiftSettings: [.swiftLanguageMode(mode), .treatAllWarnings(as: .error)])
}

// Debian's file for utf8proc carries a flag that SwiftPM refuses aloud; there the library lies where every
// compiler looks anyway.
#if os(macOS)
  let utf8procConfig: String? = "libutf8proc"
#else
  let utf8procConfig: String? = nil
#endif

// Apple's platforms have a Security of their own; whatever imports it depends on this.
#if canImport(Darwin)
  let security: [Target.Dependency] = []
  let securityTargets: [Target] = []
  let securityProducts: [Product] = []
#else
  let security: [Target.Dependency] = ["Security"]
  let securityTargets: [Target] = [
    library("Security", ["ItemStore", "SecretFile", "SecretCrypto"]),
    tests("SecurityTests", ["Security", "ItemStore", "SecretFile", "SecretCrypto", "Files"]),
    listings("ListingTests", .v6),
    // The same files, by links.
    listings("Listing5Tests", .v5),
  ]
  let securityProducts: [Product] = [.library(name: "Security", targets: ["Security"])]
#endif

// The targets of .ci/fuzz, which an ordinary build does not see.
let isFuzzing = Context.environment["SECRETFILE_FUZZ"] != nil
let fuzzing: [Target] =
  isFuzzing
  ? [
    .target(
      name: "FuzzTargets", dependencies: ["SecretCrypto", "Files", "SecretFile", "Migration"],
      path: "Tests/Fuzz/Targets")
  ] : []

let targets: [Target] = [
  .systemLibrary(
    name: "CSodium", pkgConfig: "libsodium",
    providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
  .systemLibrary(
    name: "CExpat", pkgConfig: "expat",
    providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
  .systemLibrary(
    name: "CUtf8proc", pkgConfig: utf8procConfig,
    providers: [.apt(["libutf8proc-dev"]), .brew(["utf8proc"])]),
  .target(name: "CSystem"),
  library("SecretCrypto", ["CSodium", "CUtf8proc"]),
  library("Files", ["CSystem"]),
  library("SecretFile", ["SecretCrypto", "Files"]),
  library("ItemStore", ["SecretCrypto", "Files", "SecretFile"]),
  library("Migration", ["CExpat", "SecretCrypto", "Files"]),
  library("SecretKit", ["SecretFile", "ItemStore"] + security),
  library("VectorSuite", ["SecretCrypto", "Files", "SecretFile", "ItemStore", "Migration"]),
  tool(
    "secretctl",
    ["CSystem", "SecretCrypto", "Files", "SecretFile", "ItemStore", "Migration", "VectorSuite"]),
  tool("secretbench", ["CSodium", "SecretCrypto", "Files", "SecretFile", "ItemStore"]),
  // Uses Foundation, whose static form wants a copy of ICU.
  .executableTarget(
    name: "testkit", dependencies: ["SecretCrypto", "Files", "VectorSuite"], swiftSettings: settings),
  tests("SecretCryptoTests", ["SecretCrypto", "CSodium"]),
  tests("FilesTests", ["Files", "CSystem"]),
  // The code in the project's texts, which two test targets compare with what they run.
  .target(name: "MarkdownCode", path: "Tests/MarkdownCode", swiftSettings: settings),
  tests("SecretFileTests", ["MarkdownCode", "SecretFile", "SecretCrypto", "Files", "VectorSuite"]),
  tests("ItemStoreTests", ["ItemStore", "SecretFile", "SecretCrypto", "Files"]),
  tests("MigrationTests", ["Migration", "SecretCrypto", "Files"]),
  tests("SecretKitTests", security + ["MarkdownCode", "SecretKit", "SecretFile"]),
  tests("SecretctlTests", ["secretctl", "CSystem", "ItemStore", "Files", "SecretCrypto"]),
]

let package = Package(
  name: "SecretFile",
  platforms: [
    .macOS(.v26), .iOS(.v26), .macCatalyst(.v26), .tvOS(.v26), .visionOS(.v26), .watchOS(.v26),
  ],
  products: [
    .library(name: "ItemStore", targets: ["ItemStore"]),
    .library(name: "SecretFile", targets: ["SecretFile"]),
    .library(name: "Migration", targets: ["Migration"]),
    .library(name: "SecretKit", targets: ["SecretKit"]),
    .executable(name: "secretctl", targets: ["secretctl"]),
    .executable(name: "secretbench", targets: ["secretbench"]),
    .executable(name: "testkit", targets: ["testkit"]),
  ] + securityProducts
    + (isFuzzing ? [.library(name: "FuzzTargets", type: .static, targets: ["FuzzTargets"])] : []),
  targets: targets + securityTargets + fuzzing
)
