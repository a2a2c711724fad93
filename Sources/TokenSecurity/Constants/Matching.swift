public import Foundation

// How much of what matches is wanted, and filters of certificates.
//
// `nonisolated(unsafe)`: NSString is not marked Sendable, as it may be a mutable one; made of literals, these never change.

/// How many items are wanted: ``kSecMatchLimitOne``, which is the default, ``kSecMatchLimitAll``, or a number.
public nonisolated(unsafe) let kSecMatchLimit: CFString = "m_Limit"

/// One item, whichever it is.
public nonisolated(unsafe) let kSecMatchLimitOne: CFString = "m_LimitOne"

/// All items, as a list.
public nonisolated(unsafe) let kSecMatchLimitAll: CFString = "m_LimitAll"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchPolicy: CFString = "m_Policy"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchItemList: CFString = "m_ItemList"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchSearchList: CFString = "m_SearchList"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchIssuers: CFString = "m_Issuers"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchSubjectContains: CFString = "m_SubjectContains"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"

/// A filter of certificates.
public nonisolated(unsafe) let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
