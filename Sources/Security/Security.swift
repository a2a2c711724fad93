@_exported public import TokenSecurity
