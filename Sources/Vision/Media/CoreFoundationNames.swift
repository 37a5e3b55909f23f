public import Foundation

// Core Foundation's names, as far as signatures of pictures and buffers have them: the values of Swift
// that they are bridged to.

/// A dictionary.
public typealias CFDictionary = [AnyHashable: Any]
/// Bytes.
public typealias CFData = Data
/// A text.
public typealias CFString = String
/// A place of a file.
public typealias CFURL = URL
/// Anything.
public typealias CFTypeRef = AnyObject
/// Yes or no.
public typealias CFBoolean = NSNumber
/// A code of four characters.
public typealias OSType = UInt32
/// A code of four characters.
public typealias FourCharCode = UInt32
/// A result code.
public typealias OSStatus = Int32

/// Seconds.
public typealias CFTimeInterval = Double
/// Seconds since 2001-01-01 00:00 UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// The current time: seconds since 2001-01-01 00:00 UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }

/// Seconds by a clock that is never set (Core Animation): for the time that something takes.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }

/// A memory allocator; there is only one.
public final class CFAllocator: Sendable {
  private init() {}
}

/// The memory allocator.
public let kCFAllocatorDefault: CFAllocator? = nil
/// Yes.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
/// No.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }
/// Success.
public let noErr: OSStatus = 0

/// Returns the closure's result. There are no pools here; frames of a loop are released without
/// one.
public func autoreleasepool<Value>(invoking body: () throws -> Value) rethrows -> Value {
  try body()
}
