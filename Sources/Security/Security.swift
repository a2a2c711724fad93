// The names of TokenSecurity under the module name that sources for Apple systems import.
//
// Only a package with a target that names the product Security builds this. In such a build the module lies where the compiler looks
// for modules on behalf of every target, and is found as soon as it has been built. Measured with Swift 6.3.1 on Linux (x86-64),
// in a package with one target that uses this product, and another without dependencies that asks canImport(Security):
//
// - In a clean build, the second target was compiled before this module was there: canImport(Security) was false.
// - In the next build, after a change to its source: true. Where it then went on to `import Security`, the build failed with
//   "missing required module 'CPKCS11'", as a target without dependencies does not see the C modules of this package.
// - Where the first target used the product TokenSecurity instead: false both times.
//
// So nothing else in this package depends on this target, and portable sources ask canImport(Darwin) and import TokenSecurity otherwise.

@_exported public import TokenSecurity
