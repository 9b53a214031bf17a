/// What can be seen of a container without any key.
public struct Inspection: Sendable {
  /// The file's size in bytes.
  public var fileSize: UInt64
  /// Format version and suite.
  public var version: UInt16
  /// The cipher suite.
  public var suite: UInt16
  /// The container's identifier.
  public var id: ContainerID
  /// 1, then one more at every rotation.
  public var keyEpoch: UInt32
  /// 1, then one more at every commit.
  public var generation: UInt64
  /// The ways in; labels, times and recipients are private and absent.
  public var slots: [SlotInfo]
  /// The parts of the file in order, without gaps.
  public var regions: [Region]
  /// What a reader without a key can already call wrong: the root's link, the copies, the trailer.
  public var problems: [SecretFileError]

  /// A part of the file.
  public struct Region: Sendable, Hashable {
    /// Where it starts.
    public var offset: UInt64
    /// Its length in bytes.
    public var length: UInt64
    /// What it is, in the words of the specification.
    public var name: String
    /// What its bytes say, or nil if they are sealed.
    public var value: String?
    /// How deep it lies in the part before it that holds it: 0 for the file's own parts.
    public var depth: Int
  }
}
