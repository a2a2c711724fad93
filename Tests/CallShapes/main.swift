import Foundation

let shapes: [(Int, () throws -> Void)] = [
    (1, dictionaryFilledKeyByKey), (2, dataOfAKeyByAddingIt), (3, literalThatGrows), (4, literalsWithConstantsAsKeys),
    (5, mutableDictionary), (6, queryWithoutAResult), (7, everythingThatCanBeGivenBack), (8, switchOverACall),
    (9, errorsOfACall), (10, attributesOfAKey), (11, signaturesAndDecryption), (12, keyExchange),
    (13, functionsWithPointers), (14, pairByPointers), (15, accessControl),
]
var failures = 0
for (number, shape) in shapes {
    do {
        try shape()
    } catch {
        failures += 1
        print("shape \(number): \(error)")
    }
}
print("\(shapes.count - failures) of \(shapes.count) shapes work")
exit(failures == 0 ? 0 : 1)
