import Foundation

@testable import PKCS11

extension FuzzTarget {
    /// p11-kit's module files (pkcs11.conf(5)).
    static let moduleFile = FuzzTarget(name: "module-file") { bytes in
        let settings = ModuleConfigurationFolders.settings(of: Data(bytes))
        for (name, value) in settings {
            check(!name.contains("\n") && !value.contains("\n"), "a setting of more than one line")
            check(!name.contains(":"), "a name with a colon")
        }
        // Written anew it reads the same, as far as names and values are text.
        let text = settings.map { "\($0.key): \($0.value)\n" }.joined()
        let isPlain = settings.allSatisfy { !$0.key.hasPrefix("#") }
        if isPlain {
            check(ModuleConfigurationFolders.settings(of: Data(text.utf8)) == settings, "it is not read the same again")
        }
        let folders = ModuleConfigurationFolders(modules: [], libraries: ["/nowhere"], programName: "fuzz")
        guard let module = ConfiguredModule(name: "m", settings: settings, folders: folders) else { return }
        check((module.path == nil) == (module.remote != nil), "a module without a place, or with two")
        check(module.path?.isEmpty != true && module.remote?.isEmpty != true, "a module with an empty place")
    }
}
