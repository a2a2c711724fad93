extension AttributeType {
    /// `CKF_ARRAY_ATTRIBUTE`: the bit that types of attributes with a list as value have.
    public static var arrayBit: UInt { 0x40000000 }

    /// Whether the value is a list: of attributes, or of mechanisms.
    public var isArray: Bool { rawValue & Self.arrayBit != 0 }
}
