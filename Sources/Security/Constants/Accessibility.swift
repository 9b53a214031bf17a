// When an item can be read, with Apple's raw values.

/// While the device is unlocked. The default.
public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" }
/// From the first unlock after a start on.
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" }
/// Always.
public var kSecAttrAccessibleAlways: CFString { "dk" }
/// While unlocked, on this device only.
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" }
/// From the first unlock on, on this device only.
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
/// Always, on this device only.
public var kSecAttrAccessibleAlwaysThisDeviceOnly: CFString { "dku" }
/// While unlocked and a passcode is set, on this device only.
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { "akpu" }
