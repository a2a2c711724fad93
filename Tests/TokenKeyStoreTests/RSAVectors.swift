/// Published test vectors, as hexadecimal text.
enum RSAVectors {
    /// One encryption of RSA Laboratories' `oaep-vect.txt` (PKCS #1 v2.1, SHA-1, no label).
    struct OAEP: Sendable {
        let name: String
        let modulus: String
        let message: String
        /// The ciphertext raised to the private exponent, which is what a token's raw operation gives.
        let block: String
    }

    /// One signature of RSA Laboratories' `pss-vect.txt` (PKCS #1 v2.1, SHA-1, a salt of 20 bytes, exponent 65537).
    struct PSS: Sendable {
        let name: String
        let modulus: String
        let message: String
        let signature: String
    }

    static let oaep: [OAEP] = [
        OAEP(
            name: "Example 1.1 (1024 bits)",
            modulus: """
                a8b3b284af8eb50b387034a860f146c4919f318763cd6c5598c8ae4811a1e0abc4c7e0b082d693a5e7fced675cf46685\
                12772c0cbc64a742c6c630f533c8cc72f62ae833c40bf25842e984bb78bdbf97c0107d55bdb662f5c4e0fab9845cb514\
                8ef7392dd3aaff93ae1e6b667bb3d4247616d4f5ba10d4cfd226de88d39f16fb
                """,
            message: "6628194e12073db03ba94cda9ef9532397d50dba79b987004afefe34",
            block: """
                001016e93a98ac3af3a8c48fc01e87bd7000db8bdf691f90e4dbabb03f76003765f55b7ed7a202635ea92feda9465ec4\
                0f3e0f64b8b0e444956245c5d5d068cb0b1deca88b2f99ae0df4e80f017c595cdba4c92f2f46f25bdbf352beb93766d2\
                4554106f42d9326d59339ca24f392e738c703dc876e402ee16542095b77a6994
                """),
        OAEP(
            name: "Example 2.1 (1025 bits)",
            modulus: """
                01947c7fce90425f47279e70851f25d5e62316fe8a1df19371e3e628e260543e4901ef6081f68c0b8141190d2ae8daba\
                7d1250ec6db636e944ec3722877c7c1d0a67f14b1694c5f0379451a43e49a32dde83670b73da91a1c99bc23b436a6005\
                5c610f0baf99c1a079565b95a3f1526632d1d4da60f20eda25e653c4f002766f45
                """,
            message: "8ff00caa605c702830634d9a6c3d42c652b58cf1d92fec570beee7",
            block: """
                008ea3542d6b424892d568b3a0f1640e3ccd2a05b44e4677ce2f381cb6af4dfb0723b1b477b333a1a6aaeee461acf45c\
                963393f598d7c0866593d8dffa72fcb544068dda7be4dbb927883c1852df5cf42dd67fd8f088441445db48e3e710c03a\
                546475935443ddbccc5af11aa8dbe0ab7de7ee4fc55cf2136749f46d225465fe11
                """),
        OAEP(
            name: "Example 8.1 (1031 bits)",
            modulus: """
                5bdf0e30d321dda5147f882408fa69195480df8f80d3f6e8bf5818504f36427ca9b1f5540b9c65a8f6974cf8447a244d\
                9280201bb49fcbbe6378d1944cd227e230f96e3d10f819dcef276c64a00b2a4b6701e7d01de5fabde3b1e9a0df82f463\
                1359cd22669647fbb1717246134ed7b497cfffbdc42b59c73a96ed90166212dff7
                """,
            message: """
                050b755e5e6880f7b9e9d692a74c37aae449b31bfea6deff83747a897f6c2c825bb1adbf850a3c96994b5de5b33cbc7d\
                4a17913a7967
                """,
            block: """
                002ea8b04ad9d5b6b681820b213a5aac9025ce44e67332f328a184a30026870aa7c6bce6f867bd755372184f5c6dbda1\
                13c4ee22b84d3c9cc43d5407568ce94367bbb27b670cce6552c09b2402234b4e9f9c264d015fbe72b8fec786d0c41b5d\
                4b12298b12c3e1854e18ec8ee7dac285fed7c17be0a99d41cc660c80fb74cf9d7c
                """),
        OAEP(
            name: "Example 10.1 (2048 bits)",
            modulus: """
                ae45ed5601cec6b8cc05f803935c674ddbe0d75c4c09fd7951fc6b0caec313a8df39970c518bffba5ed68f3f0d7f22a4\
                029d413f1ae07e4ebe9e4177ce23e7f5404b569e4ee1bdcf3c1fb03ef113802d4f855eb9b5134b5a7c8085adcae6fa2f\
                a1417ec3763be171b0c62b760ede23c12ad92b980884c641f5a8fac26bdad4a03381a22fe1b754885094c82506d4019a\
                535a286afeb271bb9ba592de18dcf600c2aeeae56e02f7cf79fc14cf3bdc7cd84febbbf950ca90304b2219a7aa063aef\
                a2c3c1980e560cd64afe779585b6107657b957857efde6010988ab7de417fc88d8f384c4e6e72c3f943e0c31c0c4a5cc\
                36f879d8a3ac9d7d59860eaada6b83bb
                """,
            message: "8bba6bf82a6c0f86d5f1756e97956870b08953b06b4eb205bc1694ee",
            block: """
                009aeff546462e50bfec1dc191d5d0ce459069756f33635ad62317ffa3981d2b674ed6e83547e479ca90cef1eb74cba8\
                f36004f73b477b159b4fe4f3b5bda05e51d7c8c674c2b9bd2060c9574e661311f4ad7ffc4c0373f1d987505de434a32d\
                b898b0d167d188eb9645219d5222eb107a7faae431705e1a3dc8f47cd936b96a02d951e997199635e49b523fd01e1d4c\
                00cbd551f395202f771007505e1dd48b7b04a82b892fe728e190b71e6d4128571c9bed19c06123db3eea1a4ec645419f\
                c879b98f82b6563b7a2c6280db9b0434a756502306e0b244459dd012ca7198a6300058121e70917b49f6402ee738a6c6\
                0bfebd3cd130cdfb11392ab73da9a8ca
                """),
    ]

    static let pss: [PSS] = [
        PSS(
            name: "Example 1.1 (1024 bits)",
            modulus: """
                a56e4a0e701017589a5187dc7ea841d156f2ec0e36ad52a44dfeb1e61f7ad991d8c51056ffedb162b4c0f283a12a88a3\
                94dff526ab7291cbb307ceabfce0b1dfd5cd9508096d5b2b8b6df5d671ef6377c0921cb23c270a70e2598e6ff89d19f1\
                05acc2d3f0cb35f29280e1386b6f64c4ef22e1e1f20d0ce8cffb2249bd9a2137
                """,
            message: """
                cdc87da223d786df3b45e0bbbc721326d1ee2af806cc315475cc6f0d9c66e1b62371d45ce2392e1ac92844c310102f15\
                6a0d8d52c1f4c40ba3aa65095786cb769757a6563ba958fed0bcc984e8b517a3d5f515b23b8a41e74aa867693f90dfb0\
                61a6e86dfaaee64472c00e5f20945729cbebe77f06ce78e08f4098fba41f9d6193c0317e8b60d4b6084acb42d29e3808\
                a3bc372d85e331170fcbf7cc72d0b71c296648b3a4d10f416295d0807aa625cab2744fd9ea8fd223c42537029828bd16\
                be02546f130fd2e33b936d2676e08aed1b73318b750a0167d0
                """,
            signature: """
                9074308fb598e9701b2294388e52f971faac2b60a5145af185df5287b5ed2887e57ce7fd44dc8634e407c8e0e4360bc2\
                26f3ec227f9d9e54638e8d31f5051215df6ebb9c2f9579aa77598a38f914b5b9c1bd83c4e2f9f382a0d0aa3542ffee65\
                984a601bc69eb28deb27dca12c82c2d4c3f66cd500f1ff2b994d8a4e30cbb33c
                """),
        PSS(
            name: "Example 2.1 (1025 bits)",
            modulus: """
                01d40c1bcf97a68ae7cdbd8a7bf3e34fa19dcca4ef75a47454375f94514d88fed006fb829f8419ff87d6315da68a1ff3\
                a0938e9abb3464011c303ad99199cf0c7c7a8b477dce829e8844f625b115e5e9c4a59cf8f8113b6834336a2fd2689b47\
                2cbb5e5cabe674350c59b6c17e176874fb42f8fc3d176a017edc61fd326c4b33c9
                """,
            message: """
                daba032066263faedb659848115278a52c44faa3a76f37515ed336321072c40a9d9b53bc05014078adf520875146aae7\
                0ff060226dcb7b1f1fc27e9360
                """,
            signature: """
                014c5ba5338328ccc6e7a90bf1c0ab3fd606ff4796d3c12e4b639ed9136a5fec6c16d8884bdd99cfdc521456b0742b73\
                6868cf90de099adb8d5ffd1deff39ba4007ab746cefdb22d7df0e225f54627dc65466131721b90af445363a8358b9f60\
                7642f78fab0ab0f43b7168d64bae70d8827848d8ef1e421c5754ddf42c2589b5b3
                """),
        PSS(
            name: "Example 8.1 (1031 bits)",
            modulus: """
                495370a1fb18543c16d3631e3163255df62be6eee890d5f25509e4f778a8ea6fbbbcdf85dff64e0d972003ab3681fbba\
                6dd41fd541829b2e582de9f2a4a4e0a2d0900bef4753db3cee0ee06c7dfae8b1d53b5953218f9cceea695b08668edeaa\
                dced9463b1d790d5ebf27e9115b46cad4d9a2b8efab0561b0810344739ada0733f
                """,
            message: """
                81332f4be62948415ea1d899792eeacf6c6e1db1da8be13b5cea41db2fed467092e1ff398914c714259775f595f8547f\
                735692a575e6923af78f22c6997ddb90fb6f72d7bb0dd5744a31decd3dc3685849836ed34aec596304ad11843c4f8848\
                9f209735f5fb7fdaf7cec8addc5818168f880acbf490d51005b7a8e84e43e54287977571dd99eea4b161eb2df1f5108f\
                12a4142a83322edb05a75487a3435c9a78ce53ed93bc550857d7a9fb
                """,
            signature: """
                0262ac254bfa77f3c1aca22c5179f8f040422b3c5bafd40a8f21cf0fa5a667ccd5993d42dbafb409c520e25fce2b1ee1\
                e716577f1efa17f3da28052f40f0419b23106d7845aaf01125b698e7a4dfe92d3967bb00c4d0d35ba3552ab9a8b3eef0\
                7c7fecdbc5424ac4db1e20cb37d0b2744769940ea907e17fbbca673b20522380c5
                """),
        PSS(
            name: "Example 9.1 (1536 bits)",
            modulus: """
                e6bd692ac96645790403fdd0f5beb8b9bf92ed10007fc365046419dd06c05c5b5b2f48ecf989e4ce269109979cbb40b4\
                a0ad24d22483d1ee315ad4ccb1534268352691c524f6dd8e6c29d224cf246973aec86c5bf6b1401a850d1b9ad1bb8cbc\
                ec47b06f0f8c7f45d3fc8f319299c5433ddbc2b3053b47ded2ecd4a4caefd614833dc8bb622f317ed076b8057fe8de3f\
                84480ad5e83e4a61904a4f248fb397027357e1d30e463139815c6fd4fd5ac5b8172a45230ecb6318a04f1455d84e5a8b
                """,
            message: """
                a88e265855e9d7ca36c68795f0b31b591cd6587c71d060a0b3f7f3eaef43795922028bc2b6ad467cfc2d7f659c5385aa\
                70ba3672cdde4cfe4970cc7904601b278872bf51321c4a972f3c95570f3445d4f57980e0f20df54846e6a52c668f1288\
                c03f95006ea32f562d40d52af9feb32f0fa06db65b588a237b34e592d55cf979f903a642ef64d2ed542aa8c77dc1dd76\
                2f45a59303ed75e541ca271e2b60ca709e44fa0661131e8d5d4163fd8d398566ce26de8730e72f9cca737641c2441594\
                20637028df0a18079d6208ea8b4711a2c750f5
                """,
            signature: """
                586107226c3ce013a7c8f04d1a6a2959bb4b8e205ba43a27b50f124111bc35ef589b039f5932187cb696d7d9a32c0c38\
                300a5cdda4834b62d2eb240af33f79d13dfbf095bf599e0d9686948c1964747b67e89c9aba5cd85016236f566cc5802c\
                b13ead51bc7ca6bef3b94dcbdbb1d570469771df0e00b1a8a06777472d2316279edae86474668d4e1efff95f1de61c60\
                20da32ae92bbf16520fef3cf4d88f61121f24bbd9fe91b59caf1235b2a93ff81fc403addf4ebdea84934a9cdaf8e1a9e
                """),
        PSS(
            name: "Example 10.1 (2048 bits)",
            modulus: """
                a5dd867ac4cb02f90b9457d48c14a770ef991c56c39c0ec65fd11afa8937cea57b9be7ac73b45c0017615b82d622e318\
                753b6027c0fd157be12f8090fee2a7adcd0eef759f88ba4997c7a42d58c9aa12cb99ae001fe521c13bb5431445a8d5ae\
                4f5e4c7e948ac227d3604071f20e577e905fbeb15dfaf06d1de5ae6253d63a6a2120b31a5da5dabc9550600e20f27d37\
                39e2627925fea3cc509f21dff04e6eea4549c540d6809ff9307eede91fff58733d8385a237d6d3705a33e39190099207\
                0df7adf1357cf7e3700ce3667de83f17b8df1778db381dce09cb4ad058a511001a738198ee27cf55a13b754539906582\
                ec8b174bd58d5d1f3d767c613721ae05
                """,
            message: "883177e5126b9be2d9a9680327d5370c6f26861f5820c43da67a3ad609",
            signature: """
                82c2b160093b8aa3c0f7522b19f87354066c77847abf2a9fce542d0e84e920c5afb49ffdfdace16560ee94a136960114\
                8ebad7a0e151cf16331791a5727d05f21e74e7eb811440206935d744765a15e79f015cb66c532c87a6a05961c8bfad74\
                1a9a6657022894393e7223739796c02a77455d0f555b0ec01ddf259b6207fd0fd57614cef1a5573baaff4ec000699516\
                59b85f24300a25160ca8522dc6e6727e57d019d7e63629b8fe5e89e25cc15beb3a647577559299280b9b28f79b040900\
                0be25bbd96408ba3b43cc486184dd1c8e62553fa1af4040f60663de7f5e49c04388e257f1ce89c95dab48a315d9b66b1\
                b7628233876ff2385230d070d07e1666
                """),
    ]

    /// One verification of NIST's CAVS test of PKCS#1 v1.5.
    struct NIST: Sendable {
        let name: String
        let hash: String
        let modulus: String
        let exponent: String
        let message: String
        let signature: String
        let isValid: Bool
    }

    static let nist: [NIST] = [
        NIST(
            name: "SHA1, hash moved to the left", hash: "SHA1",
            modulus: """
                d494a3cd3f7b364380f13ee84756e1764da38e2427fc6290e33a94f5b1e34a25d8b59ad50c9603d729ca169938495e35\
                035911a095cf7ce208edc0510e669110207576cee2829043bcbbcb270eb4563423ae6d63f0135dc5e3bdaadb9f5742f9\
                4045a04358967bb431a2b20ef0ee36d582ef494bac8fc760023613a0fff18ce7
                """,
            exponent: "11",
            message: """
                ca2bfaad62492e9f1caaa0cc520da08c0d2d910cd44255f4c2ca0646dc89e789a1cf9a28e2f99315d33accb1639cbaf0\
                c94181b85fef648bb4cc7f66dc65b8e90bf5f3b763e58520098febfe7e47bddc2d9cdd5e40dbf4ddb8d51f51bde2e574\
                32266d248d13ed09e62f66794d188f9861c50ec41f0eee30f76f4ece25095673
                """,
            signature: """
                864e91439b7494ac063f4c3fd5fd3f2dae5f1817bd0b61ed1d7e702435904c7b791ad9b85e6694c077e3cbf6cf45f9f4\
                f6a07aba86ec8dc68cd06ad7d2d73ad9d722d8383135067d8bb3668ab6a4ff783bf0daaaf80885457af16d7c098fb831\
                a695e404bd6b474e42fb8ddc6721b6c4c3aa3639919b0ce90356ab821244a238
                """,
            isValid: false),
        NIST(
            name: "SHA1, zero after the padding left out", hash: "SHA1",
            modulus: """
                d494a3cd3f7b364380f13ee84756e1764da38e2427fc6290e33a94f5b1e34a25d8b59ad50c9603d729ca169938495e35\
                035911a095cf7ce208edc0510e669110207576cee2829043bcbbcb270eb4563423ae6d63f0135dc5e3bdaadb9f5742f9\
                4045a04358967bb431a2b20ef0ee36d582ef494bac8fc760023613a0fff18ce7
                """,
            exponent: "11",
            message: """
                994063e50a4a6c90fbeb73fe67bef7c36bff90230541d66c1c637e8ac0c0c6d5b4a6142d290ad949cd79bc4c0452f599\
                7533f6e9c9b1519baf4cd64b24a1fba5f1e2827b75845516a437b5ca501b93cda8313e4afe103fb0cdd98150fa6cb627\
                5adcf5f87521a89f890da5a1d2829b0709e1b06d2bc568567bf2c9c2ca88bd03
                """,
            signature: """
                58f6f504730753f8e6353a1761c40c92fb2dcaff011c8691f5b348f52d28c14e3a85df94219b9c550d4f7ee6a265171f\
                e5931bd3c82461b6d5fd95f7b3ed3d1892654ba85909062c8d534249c4e7675433f9cfedd76757ddf24311ea4013a0dc\
                512157e209c9a534128fff37558a128fef787f7e1afd1e1f8311cb7eb3da7ed7
                """,
            isValid: false),
        NIST(
            name: "SHA1, valid", hash: "SHA1",
            modulus: """
                a8d68acd413c5e195d5ef04e1b4faaf242365cb450196755e92e1215ba59802aafbadbf2564dd550956abb54f8b1c917\
                844e5f36195d1088c600e07cada5c080ede679f50b3de32cf4026e514542495c54b1903768791aae9e36f082cd38e941\
                ada89baecada61ab0dd37ad536bcb0a0946271594836e92ab5517301d45176b5
                """,
            exponent: "03",
            message: """
                d73829497cddbe41b705faac50e7899fdb5a38bf3a459e536357029e64f8796ba47f4fe96ba5a8b9a4396746e2164f55\
                a25368ddd0b9a5188c7ac3da2d1f742286c3bdee697f9d546a25efcfe53191d743fcc6b47833d993d08804daeca78fb9\
                076c3c017f53e33a90305af06220974d46bf19ed3c9b84edbae98b45a8771258
                """,
            signature: """
                175015bda50abe0fa7d39a8353885ca01be3a7e7fcc55045744111362ee1914473a48dc537d956294b9e20a1ef661d58\
                537acdc8de908fa050630fcc272e6d001045e6fdeed2d10531c8603334c2e8db39e73e6d9665ee1343f9e4198302d220\
                1b44e8e8d06b3ef49cee6197582163a8490089ca654c0012fce1ba6511089750
                """,
            isValid: true),
        NIST(
            name: "SHA256, hash moved to the left", hash: "SHA256",
            modulus: """
                d494a3cd3f7b364380f13ee84756e1764da38e2427fc6290e33a94f5b1e34a25d8b59ad50c9603d729ca169938495e35\
                035911a095cf7ce208edc0510e669110207576cee2829043bcbbcb270eb4563423ae6d63f0135dc5e3bdaadb9f5742f9\
                4045a04358967bb431a2b20ef0ee36d582ef494bac8fc760023613a0fff18ce7
                """,
            exponent: "11",
            message: """
                0ffe4e3664db65243e9c734c16684e371b43401e783d64b7d5e9534f201100198da8e1c6db005055da3e302d2a0ad369\
                458b1b73bf92e0d4cd15924a05e0201b648718aa959f0f48702d434cc25f7f664c7a3f300e141506c5834b18b295cabd\
                9d823a0b1a1e6ba40b53f4d266cf1ad738faf37eea2bcbf6c31bc6e0af9ac7a7
                """,
            signature: """
                70ddc69feafa6d47ff24832a1ba8371a0d538cbcc15b907dc59a977edc8f7e024ed0dccbc9ff8b36f9f0cbc58824891a\
                dfff5cb9e31a95227c6aa772c6c29e95ed698cc84982dec6aed540d4e66c5b52440e18b59ec948265d3e5ba13a7c317a\
                21ca854a1023d0db55cbdf008673599184ba2d6446fad7d69be3bba5532dc15d
                """,
            isValid: false),
        NIST(
            name: "SHA256, zero after the padding left out", hash: "SHA256",
            modulus: """
                d494a3cd3f7b364380f13ee84756e1764da38e2427fc6290e33a94f5b1e34a25d8b59ad50c9603d729ca169938495e35\
                035911a095cf7ce208edc0510e669110207576cee2829043bcbbcb270eb4563423ae6d63f0135dc5e3bdaadb9f5742f9\
                4045a04358967bb431a2b20ef0ee36d582ef494bac8fc760023613a0fff18ce7
                """,
            exponent: "11",
            message: """
                0d86aac06c52cb0eab55c943c038f77733f8afa6dd973c05f011f7953791b1f89fe55184f72fbe96f4de002878dda2a6\
                130a5afecbeaecf7189b4bc3330a01d79066d2faa9d49c9cfe64826a5a43491f5733029d2439ea3c86958e621df73354\
                e9f0744b0da72dcbd2cd9830eed3b68a075af1aa73ebff7d42e809997ec20d16
                """,
            signature: """
                78da5adf009bc9548821e4bd18f2abf691ea94857726cbc646f691b72fa1ca0e5432978c7afb698df5fd8007bfb08e6c\
                da8e2a24cd9e442e9994f1c4a32cef06c74840e2ec135deb99ff8a27334b28aea0ed9bb038a68fd28418692bda8a4098\
                4944a6e26d779a466718a826f992f4814b65b8af75d2bea9ca99f56779428dec
                """,
            isValid: false),
        NIST(
            name: "SHA256, valid", hash: "SHA256",
            modulus: """
                a8d68acd413c5e195d5ef04e1b4faaf242365cb450196755e92e1215ba59802aafbadbf2564dd550956abb54f8b1c917\
                844e5f36195d1088c600e07cada5c080ede679f50b3de32cf4026e514542495c54b1903768791aae9e36f082cd38e941\
                ada89baecada61ab0dd37ad536bcb0a0946271594836e92ab5517301d45176b5
                """,
            exponent: "03",
            message: """
                d73829497cddbe41b705faac50e7899fdb5a38bf3a459e536357029e64f8796ba47f4fe96ba5a8b9a4396746e2164f55\
                a25368ddd0b9a5188c7ac3da2d1f742286c3bdee697f9d546a25efcfe53191d743fcc6b47833d993d08804daeca78fb9\
                076c3c017f53e33a90305af06220974d46bf19ed3c9b84edbae98b45a8771258
                """,
            signature: """
                0b20e5093c2a926233108afbdd851b88eeb554f4beaa7b18e51519f7d0ec53b181a3b03e8484ba8de2aa7864a402e220\
                8e84ec9914af9d776ed13c48bdeb6484254de169318a87c40f2265ff16714eae8aee2bc9c3cb4dee045e4f5d9d625210\
                121bfcf2bed8d3ffa602ce27fff4e61cf9bb650e71a6921ae6ffa296cb11bdbb
                """,
            isValid: true),
        NIST(
            name: "SHA512, zero after the padding left out", hash: "SHA512",
            modulus: """
                d494a3cd3f7b364380f13ee84756e1764da38e2427fc6290e33a94f5b1e34a25d8b59ad50c9603d729ca169938495e35\
                035911a095cf7ce208edc0510e669110207576cee2829043bcbbcb270eb4563423ae6d63f0135dc5e3bdaadb9f5742f9\
                4045a04358967bb431a2b20ef0ee36d582ef494bac8fc760023613a0fff18ce7
                """,
            exponent: "11",
            message: """
                ae5191430b8f1f08b2f41bd25839ecbfb20a1e7acf0a585faa188edf00d177265f5542fc804e85e9d62f769d67ba5d8e\
                dbc549e3d23d02917b6b40c463761a808a2ac188bcf76e7f1e3d994d08c76cc41295778472dea51b85556f71abac4f64\
                585678af6892c410b3a5eeaae26601a88100102355f42845ef5d83af8178fe19
                """,
            signature: """
                d36336c314607350eb21aa1668de30f2825ded283bbe81f5ccd18e3180f364d76093d7c4f5619341c176e2d35f9d9478\
                766d9a531b122500e15a8727a21dba070f92160bd20f96b819b9e0e4b94b775d58b24e435fcaeb7f13eae5e73a7041ba\
                d8188c115a7fcc56a05d45af4fde09ead80985c66d660294247fa4fcf3fcc5e1
                """,
            isValid: false),
        NIST(
            name: "SHA512, zero after the padding left out", hash: "SHA512",
            modulus: """
                d494a3cd3f7b364380f13ee84756e1764da38e2427fc6290e33a94f5b1e34a25d8b59ad50c9603d729ca169938495e35\
                035911a095cf7ce208edc0510e669110207576cee2829043bcbbcb270eb4563423ae6d63f0135dc5e3bdaadb9f5742f9\
                4045a04358967bb431a2b20ef0ee36d582ef494bac8fc760023613a0fff18ce7
                """,
            exponent: "11",
            message: """
                ae5191430b8f1f08b2f41bd25839ecbfb20a1e7acf0a585faa188edf00d177265f5542fc804e85e9d62f769d67ba5d8e\
                dbc549e3d23d02917b6b40c463761a808a2ac188bcf76e7f1e3d994d08c76cc41295778472dea51b85556f71abac4f64\
                585678af6892c410b3a5eeaae26601a88100102355f42845ef5d83af8178fe19
                """,
            signature: """
                d36336c314607350eb21aa1668de30f2825ded283bbe81f5ccd18e3180f364d76093d7c4f5619341c176e2d35f9d9478\
                766d9a531b122500e15a8727a21dba070f92160bd20f96b819b9e0e4b94b775d58b24e435fcaeb7f13eae5e73a7041ba\
                d8188c115a7fcc56a05d45af4fde09ead80985c66d660294247fa4fcf3fcc5e1
                """,
            isValid: false),
        NIST(
            name: "SHA512, valid", hash: "SHA512",
            modulus: """
                a8d68acd413c5e195d5ef04e1b4faaf242365cb450196755e92e1215ba59802aafbadbf2564dd550956abb54f8b1c917\
                844e5f36195d1088c600e07cada5c080ede679f50b3de32cf4026e514542495c54b1903768791aae9e36f082cd38e941\
                ada89baecada61ab0dd37ad536bcb0a0946271594836e92ab5517301d45176b5
                """,
            exponent: "03",
            message: """
                d73829497cddbe41b705faac50e7899fdb5a38bf3a459e536357029e64f8796ba47f4fe96ba5a8b9a4396746e2164f55\
                a25368ddd0b9a5188c7ac3da2d1f742286c3bdee697f9d546a25efcfe53191d743fcc6b47833d993d08804daeca78fb9\
                076c3c017f53e33a90305af06220974d46bf19ed3c9b84edbae98b45a8771258
                """,
            signature: """
                8b57a6f91606ba4813b83536581eb15d72875dcbb0a514b4c03b6df8f202fa8556e4002122bedaf26eaa107ece486075\
                2379ec8baa64f40098be92a4214b69e98b24ae1cc4d2f457cff4f405a82ef94c5f8dfaadd3078d7a9224887db86c3218\
                bf53c9779ed09895b2cfb84f1fad2e5b1f8e4b209c5785b9ce332cd41356c171
                """,
            isValid: true),
    ]
}
