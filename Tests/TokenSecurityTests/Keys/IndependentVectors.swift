import Foundation

/// Keys and ciphertexts made by Python's `cryptography` 48, which shares nothing with this package but libcrypto.
enum IndependentVectors {
    /// What every ciphertext holds.
    static let message = Data("A message whose length is not a multiple of sixteen.".utf8)

    /// PKCS #1 DER of a private key of 1023 bits, which protects nothing but these tests.
    static let key1023 = bytes(
        """
        MIICWwIBAAKBgHfaPzIikD4LEdEpR1e5RVOLWUAVyPEViFHqY9awnQlutIwNDyxFYIu9q/JfcS1686f5UwSvB49ykNaCztrD0S7QEBeH
        PWoUB31QP02Y7hgFjHcQieV8ymFv+gxns17yICB8X7iZSqV28vwSxeAf3tKQcESUMrTgcissKKe9UQqZAgMBAAECgYAb6wjBgu+apDV4
        RWdK9etCNLmLhgeSsPNaMYEkJ2vNIK6J2RjptRdyNbJx+O2CLJvJSvidpK/cKFG4xiutJeP578J/6N42oClYp96Xu2W2/mywWr2v1F8k
        fWCQmA5Xms02N3w9fIiIRWh7/Ibls9mnBHhPM9zQ75hNyUL9pCrjoQJBAPFn8RH1fUD3DTciZZc++gdjwqx2ueEGboNzgUiGAyF4agWH
        wKEh0wFgmzqM5HR18VLcWrHAej17o0HVjMpwuc0CQH8ZHRyJKod3/cc5a7Z3XpX1vxlq1KRVwp6hnAxhP5+bp8M8opnIFVYQ/yE4pNNd
        bbtKq7wT57jo9Uq8KqAYF/0CQQCRR/2j0jrUKxov8Sp0kHkGk3ooMreA/k7qG0xV6hjePsqHk4BROLr1HD+vR/WBRS27sVN/oBexAsRo
        rW0ytA6NAkAUuEdiq4nfY9RfciD5MiSdVd69igj4cXK04avK6N+yaXHEBlKLt26jBUpSZCWav5RwABBXLPeN0YyLjnl0d/kRAkEA7/If
        12YRsqDzbB49kXDMi1lHI2hUCS6hNgIYSkW23aTyQRrKrJmUOf6UuLYsFGJj5k+R+cgnBsK7NAXJ9ucJFg==
        """)

    /// RSA-OAEP-AES-GCM under ``key1023``, by hash.
    static let sealed1023: [String: Data] = [
        "SHA1": bytes(
            """
            Lq+B3dXPcZ0/qAO/AqaNSTxdNST9CiZLgZ9WkzZTKSEs0WElvt/zYSJ7MqUbfrQ21mgwgNtl+Mup9NaN2b8PZxSqFgL2EfRT5lXSmTVA
            p0vPOS8KYwD5kOninCZZeM2VaOIVJBeYi3+GyPtxCxhYH/yeIb2U5FbeoJW+pNEh0WrLA2var/+QgAE3dJ+Madn7mILA/qVHLoeTe4HM
            dQcWtVjuq7UtoQHW5U0M1z7rAYzKcMeujpFsdyB5DQkWaIBfo1fw3w==
            """),
        "SHA224": bytes(
            """
            OUKXwFfvPzRW3BOOpuR7K1oFU0PsRMyBZcfDPj1VkkM9uv9Tfa/hQKx/LreRhcIVxRslK0pEo/yOmlblE/eDfg1F9byU85ym5rOW/lxw
            pYi/AeQ6YQSHdzYPs+nJeVvLD7NWlJKoohCqO40nrVc/4EE89HhBHWOSlZ0JdE7pOGXAiuLiRvTGESCU+0dQgCCDvAtFX2Ookf64ToAq
            nlq9lCNn5lrRo+d4NlF1hLedEZTZj+IP1V/fQsV897Dic01VlcQOeQ==
            """),
        "SHA256": bytes(
            """
            HpL1L2BxBpDvIsvT2ozBO7AhDKj77O5B3k0jQjALI+WIKeRYuEYR4g8ij8l566wKsD3Dcr555mw1S8K4PFuI/YVwvfQUrN6ewhPUmhxk
            n671T4aMfYvx6ay+gagUoxRxJbKCLBRyowWZDF9SWRxA2k2PDPkpr0d119+3d4rBUd3U5GBAjgv+xgeGlWeNF3jehfse0MYWLpS6WKaQ
            xOxC5J1kfPTFwWQw3BpDBGENXk2VxhS4YWglRm+5M2kbgPUJNJvA/w==
            """),
        "SHA384": bytes(
            """
            VNPOKcBayMELcjftqqF8/FvtaxTurnMFpx7zNPw2lYat1ef14OiNhTR9VE2XjuSIaMD5/BKSYX1FF6JAYdVNEqLcw5ZVd7rRT9uDFa6H
            5n1VnbGtrSO4OywKtt8sWk9gOucPvVA2YjatPPK2jp+CvH7cSTwevAPB/mgOcXtQvLvl8lJyMYaawpZJIAe78H+wMPFSaJ46vJdZaw2a
            GC/FJkLiMB4bt27fkNJuzlSH2IHY7A82mhSRSDcsx6BHitrXSuWGxQ==
            """),
    ]

    /// PKCS #1 DER of a private key of 2048 bits, which protects nothing but these tests.
    static let key2048 = bytes(
        """
        MIIEogIBAAKCAQEA44O+eHRa5++SqzXRLb0V4u7N+6OG8gBuod+nO79CF9+24MxsInUrur79otERmf3U9q/TWm/rvuuY0ZXMq2kF40X0
        D1ZR9I21KqGtIpa5CTnqY9XqXaqt78m9u7+j2Di+Q2F4tF9d4VEPiszL0dm353efXmjkDkIfMJHWW1u/RVFkUTmVFmojmRxZR0UESouu
        iztCYK8moJSwfBQpM4YZJ2Lh1HOezy1saB8M8c8UPCU/tu8+DZR+QBthy0C/77fQHPA3i+ew2zP1olx/8GehneWHc9PxnF3c0FEMt6hc
        lGdv9CKCaNaciNQMO3Yqco7m7V81bTYKV3KeQXO1x9TmgQIDAQABAoIBADeN5BzQFqGDWZ5GXB9NyFIbKz96oPknO1x5+wEnFMm1FhgC
        upXYZBbry42t/N0MAuxApzxyT0+VgkGNEUa6tJYYLv3uv0DWuGniRB9JzAFxe6copRt9kY7XhWWaqDSkOGtGGf37OnaJ/2BOXSePAO27
        gzX/qU5E/Y4z0jKJLuWLAh+U+hT9fD+B1IwAK4q5YDj2hzluh0GfiwRE+3svFKE/UOkFD9UxhI1xGJ6K8r1y6MEgKHY0UmEBjsss+46M
        VR8toWlA9XtnJpU7LqdFlbs8owwP+clPSqUTLgmVEZN98J06FA8/IRhpfA0NZvTp9JoPLODZku0uKDpQEjvhI2UCgYEA+uI9xMSl6jhV
        /tmkEKkXd3Whxk5WRBKRcQwkuG5uAcdRBqE/UAL0r+qBCs/Y7djuBiomjO6f8qtNmxmf3ICZiSPXbFnrftnGBCfQWGkch2OHWsyY2B4c
        DJqA9FAFTeXXIs0YbUzzJWngz/vKMA20c92oGKC2v9KDjXqItm7gkr0CgYEA6CeAmKdLcvbZB3cXdGLgxwGXSj+2HCV7W18XGQGeZCYZ
        v5VZEFgp+ZKlsKYAcpmgw28FwIIrbzmSj8BmyWPZmCWb8h1KcCg4fiDf6OyKR5AkqvLHCr05mnxOvFtA3Rr+Jx3KNn1w1OBJohIUk3Na
        K9dlgvLoSulAUzXIOQGgoRUCgYALcTgZ+lIK3ajmZ6y46c1dMGtBbR84GZSykDg4hSjVQe7rG32Uu53HTC24fYRKTMOGWnPJp7R5z+BJ
        O6Dz4JWgEJdppKw969bBJ8Oz1I9tiVeKB5zM9oqW9JD/E4s6Y0otlycPDRxlz29mbPhquqVJR4m8HdBX7VT8peMIVwQ9DQKBgAuwkYUe
        R2pOi7cYhBHUOMVMizWt55mbOY7sRtl3f2ZDlOBUwNtV1Sc//x/Z/APJQJMWsA91foJnP74FTiet43MJ0cRrPShQniebuCqeXogj9fS1
        rNgZlyD0SXKqlaWMimel1FzSDDBr6slCZ87U7CFxAyeI27GJ9Tc7ag2Uy2XRAoGAE7BXizb81R2+vH7tNv0Vdt1mhl/meHWjSTi3xNdH
        6uI77lTSFjqCfOyMGW5wRIJeX1DqucwNzU3kD4MRUCQCjnZuseWjUKKM+h4814RtjbmespWXazjdEZnBupg339Yrni94TZ/2bpqoV67U
        8qGhC/MdcH6jAvLZcuithMI5Tko=
        """)

    /// RSA-OAEP-AES-GCM under ``key2048``, by hash.
    static let sealed2048: [String: Data] = [
        "SHA1": bytes(
            """
            R3i3mvtowov9TxlXmCk9iygRmNCt42gLlEryPCvEFSnZlGw5sAhquMyvX6hIVCQCSQ2gQdIVssFB7RzlCf4ldTVNxSb3q5LXVx4gtuW4
            PSOqLw1XEJ2f6nmbjSec0rHQFFC10bgtDeCjDQHVX5rllWqXGIvVt/Z+c2ufsN0gb86M3fx+yx06X61IGb1HQ7u1RwNJcfyq16enM6z9
            E3tSKH/MFi1KKqYa8r2YX3f1x9ydTF8PEHGAk0cevT0wlQWnCEra1ZNxdMLeL1NQLzcgYIBUfI0JQOQA23/fR+keNuq7DCIL1Kd4pbTn
            hrhd+LWiLqPupGxOoLltY07KHTIsV3yFjqQwXtq7Lzgx5/98Ioo3b+JzCWaIv5OfKSXBZLrZ4FZj1hH0668dk+dmkaxBVJIqS/LEUpGF
            4diyhw14bJFK89iF
            """),
        "SHA224": bytes(
            """
            kSuoIyC94zOwle2/GZwfs8PTeXjhCf87KROwkRCGhr+/AYzgDsxugrr/yk5rx99XAYpoflJBxW4rrMkaj+5SSksABeXS7Gua/NBKI7qr
            sf8PBQajt+gdiwsWL515Me3qZEY68U7PK60+mMRKbN7QNzUNwq/4iw/WbuIKOtOzslTzIpb3KyKYaBxfDakSNMV1UPdCM0OM2pca3rRu
            8cjwdR+6bOjslhQIkfcB85ErO3LrFF20xfZe+hK2bj5rsI3EGwQy0H9oBn13f677nLqDuhqPMamWKmiv/vgAxIb2zZaAI9Zlg4fGje7e
            +JMRebJs+o/NJ8UdG7CXM/2kVWhrz0BY1cfPSnFF1pmgpidQtgd45x/AhpZtsUqdKUsQaE8WcohIhW65juNeVu/JvS46fia65/nDfQJT
            /VmyOhFTcrD+zDNX
            """),
        "SHA256": bytes(
            """
            WIkcNKSrC/TPDr08hwViuYzOYhV8CN6RNsCckYO9w9ZhSK1Jk5d1tyH8xsEuPS37OVZoBNFSKYJOO7ug19Ca8/hjC7ve7hEspUllOKm9
            I7uPXK3yR3jv2/U6LejxFQGzHf7CfKyxCxaNf/+QeZWbF4UOs30YE7McEUyIL4hHi2Gyb4+qvSb6Ii5NYfOH2h7l1P/G9kSxIPvZnS7O
            jZVhMzZS65U5/nJ0UOom0J6sIiEwlIuR+1bbRUimbc41iIosjN0Ffx3oy+HibOFunm+m6DwD+H+vStFvRrJP9a4mI2IalIT8qJ7sPA1U
            1LIzfxJUQebbZLjZZzSKw12iQLfy9zk4iR6haZRI3V7oJnmg6H34Srqk4aoa2IKLoRrgzGDWKbZLq9W+zjy2fxB7IKn33zO2gpfOl/Vu
            1vw2N2H9ZPQyBsLJ
            """),
        "SHA384": bytes(
            """
            asaB3ARZFoOuLV3VWPY4x840rEKt2nghNhtCNRrxslWgU9XUR0gbPMcWgggb+0RnSJtBNX4wmRaUTiS46sGw1fPUJTlkaBoJSMUJvvzT
            LT1KUB7NHqVbFNY3PacwxzYcBqnz3FcamxiuvXwpJIPTevgQYr7Ouv+VazEsuTsDDsdvDCzrHoxcD7brQZ3FdcTCqKH4YiuyPm6fpHSX
            5wo4PeZ5QevIIlDUY3YsApZREvxbfvIAdfE1RMQMFkQlCNtIP8/xY3dropIJFUC82Du1sQfkxIa9YAbQ+M0TQ9+9AaPObaZRkrkA2yVa
            2M1MSbARhLSlVevwtzVzaJ9B42e7uT1qhly77QDxCUuIoDKg6sb0wZAod42/RKxNU0Mo5YMJWkLUd/wtLewCqWaU9QTzC0IXE/rad1EF
            ynx3vLmAcP275qfd
            """),
        "SHA512": bytes(
            """
            UwnlLzZWiQIw+F2dBvTPyDUd+yg68MlNJL8Ojjlw9X9l2urQpN7MpSgQX37mEQlmqHFVqWuj8jzj/tykuTqueBP/BVZ1hzvqpk7XXMZx
            j/KFIZhrwrlbBL1b0hpXSrkllzfj3Y3268zoiFcig3sw3TREZTnOQDAKCjJ7WFBJYLjrG4gCTOUPWA3lIr3D9MwEzCzsL3Vl/UW0Ee2+
            yjLYGaUnPueTd8lCAGMZuDyFmwa4tncjuZNo3NgQxejmuBshEGCy1Q1LXcqxddfXCX8/yMx20d7uy5bPbfmzVNk2CZUhV/u7YcHKfpbF
            u/bofYSzVDjawXCCGxbOXGaAR1eHrMoTNQQXzidmHShW78mCf9MJ6tLq4yg7s+gm/ZeymGv8z4GErXIbMYt+zBYSBipkLKHjfuaO55rs
            F080Z3VWZYFPfx5V
            """),
    ]

    /// PKCS #1 DER of a private key of 4096 bits, which protects nothing but these tests.
    static let key4096 = bytes(
        """
        MIIJJwIBAAKCAgEAkjX/Syr+hgqx0xg6q3OCYtWh2ICu+Y8susFD9jv2M/OKjpqSKQke0mfbskb2CpSHCywZi6A/9X3I8ICzqAwOFJol
        iR27LUZZHplv2JwuC4G2MMPaOrq1niwsUyy1/2n5hWlicpiGJcv3//1usIwzUUcoO+AyICHLC2U4G0/5xpwHFTpPBZiBoHaB9jiOnQC8
        xX0mYms/GjFiEPOnKWUbhPdb7j5vTrxazMgJgEY0L8ibVbNqwsrII32Xl8BUKmcnZ1xtU5DGxXvAU8sih9fBuzmeVaDM0V99ySokin67
        d8Zp0KRidtm/qlQj51XaM80g2uaQ01wT8BHI2RTrYLlfBFk4DY7afp3J1WLDY6hJLqYtS4pJiOemHF4msiPO4s/WPUmsOMPTkKcwy6sb
        XE4sjEVdB1KAk4xVi0HTLjRTdHPEskUX1OD79onFGfypRMCgH2jhB3+4A4S4VakcvpGqn1xkRB8T+dwD7PayJa96qqAbquHEzUo+2wro
        RGx2GEW/ovQBdhGFMYqd0lCJSIHnZ+wNvFzGB0yAfJ6AuaG5T13ed61HK4YxWF1G0s2WJAyNTFTut9vqeQK4LMXbm75kAsYnxDYBgVTX
        A2PToP2GC8UARU6Ko3SySoQ7OULOkHI5dFqJ/CoRGgHBVuF0qg07m55UunhaMvRJisvLM8CyxHsCAwEAAQKCAgA6dLA/A0+Dk98IwNUk
        Gyh0D2mHv9s1F5MQj5h2Z/7FQoeRACeTlHvoL3Hc0xYnoL5lLxp/gnBP3BxsW2h4tWkjv4VmTqa5MTkMTNg0yCx4mUGYOZWUiXV3ab3G
        +0dAeMQ0HLAplOV9UxEyHccVethBlKt3VOl1g01EnxFRiiYYy+ThDdDuMc0RtI+9O1t5VgQjCShBjRNLi5bjpCafHDdmb+cnV3r1BcVf
        vlJeILNYr2G7X+I9QwnFdr8XAuQjl95fKsri8C0oY5O/bKW/nflsu1qcbY+13fHSbbDyVjzpZECGFFLxpZlFpiI8qUx2DXsnSat5dYTb
        JKEieYSpxTNBVOxAf7ChBFbz2OeqhsnpL8zpRxhJsZddiwElvBojncSMRBmbG2lk6CPbMvlexDLGQA95LCPioK9e1Ma3eWK5R7ZI/+cJ
        Ao5fJEDdyilU2iSUTar0mxqObc3rp5aayv4ctDh7uXLxDFnB97AmnI0SCqYlzyeIXltupWeIyuqo7X4dRIE7soRZMl9GPxeiQb1QDigk
        7eKHzT3kKCY690M0NKNjLG5MDa05Daiilm4CuW38XTMpBAHlJjdRGAsN3kwi/wBZq0tgSAKaxNRByn9v+3cJTTPAWaJjBXCzcDI+b4ix
        2X8RW1RqtCAMZtuj9Gli7SRp1xyQNSauEwsVIRCNAQKCAQEAy34iMf/W+S7Ey6eOgRdus76ak2oHMx8Cq9q3RbgUznLx/kD9Yl3jzyjy
        Ym4oeTOThgGaTwfBmqXeUJJQdlYXCAE459LfZPAgCs6d9OmJi53x8F1mulL8xnykT2pMflZijwsEiFOFF4/CCTrUK4Gm2tLLO4jwJPkP
        +5v1tfWMGsZzYo8OXXMckOpttO/G/evOb7YkPj1Rn6BdSxqqjuDoZuCwDmPDWXOp76rATWSMNTzw/6rT15eJZK75rjo6Tmc/TRJkkUL6
        A+jcv/zgqdzZ5g0r3dOip0bSm3Tzv0n+EB6RFH//rI6maiLJiAfEXdWIK02xlfSPAypeKSWgLByVQQKCAQEAt/ASXbjwywrLpx381dzO
        uPF8G3UF1tSbPw9Mq98J9OFeeh81KCl70kI+AcwyO9uUERQDSKKNE+vTb4xKP9+ZJug5CQKrLRHR+dpYg+D1smfIqLBQf4ao+/pLyKA6
        6qgMtbFqZxsFfb+XQ/h/aMaELIjnQeZb++hIOl0SQA2SomAKH11WpaE4BiS4yOBJtsrUF8PqhXCFh51gvzgludszoiuGoXkLFYiuL2BQ
        pg6uunwXJQs9nkFMlwQvNcKosDyH9ggjXVVEoWOt7KMAgovNHH4BWDNm/FROdzA2JWn4lQk6rSUtpnf6PZHEe9X1YCsg91e1MnNTTRIW
        /LeXVKw+uwKCAQAPy4+d7+zg1KeD41KlZIs8OnxHGwDKEAsmCckWCU7cI4HzKVpBq2YGa3g8+a38kmtOCIvQvJpjhaJ3AJRsSwxom6eu
        HukmLZlfHWCXZRU/GBhyft19cvmZ8ozSeT7Mw6nMzp8gcdMv3AHEs6NKaTrpW1lZGq0BQa/i6N0urYudfG/yY4ZK7Kd3/Cpd1ArPJOGW
        PD4d8qaGTG1RahV5F64SZjhkNYwxQlAbgVaB618SttNCFSFyZ5nLjeVlh7GE6nC4a8gQmnFLomSYJmnN5Y2oVLdl9Yp3j4DDflV5MKYe
        3DCItdLDsyLptB+OhoPQgMWcDuDM8fmz1jMO4JPJOMLBAoIBAGSUBbbx9dlQ4eNT5nka8H74rSBmcPbz8qAcwZQJtewNgBfPEMYRSP/D
        8RwSiDVq8CAWjWUeXX5TKZ6JW+BpZ9l6ihV/PBK899BjsJsMW81eKr7zClFxVN3UE7R0yUKe+bQwezo98Fa+ePxV2XV1d7jSc4H5cLri
        XPxtABm+Ujwvv9k+tK6E5ZmWYuSUoDov1qHYI1ksGhf52nk1PovObQF0Q33wLjtsLbMCO5dR2AFo8U70QpFSq4q4YwhGlO8paj8CXDQg
        +BI361bGGvVHdLTrwdh04w9/GhjaaAE1XRRBo7Ah8EBiwpcAKix85lvbuX8GmrInlZlDFwbBbSKDvRkCggEAa1rU3zxFHyQd8PaifKcW
        zIzFGySFJZin2pdfGgL177Bp6vFAIrB+GAiE0a+ohXMJtqZkwQ6MdtScH73WAso+dYd6a2qrKQfR1p0kDKiLIEcHjaN7mSIBl0G1ZsDq
        cyB2YQLZFyJSk95OGVMON6dFJaB/47HizTVOS61KvZl/JICAye/7NbOv6Q1/cxYaDv+JGjH4XMKIKpAZcbZYH0O5u3x4W+Bl+kW2Fi7t
        u+ndEipqsJeBmjrMmzUWtW+c29rt42MPsACoh//Ujs284K+WFGyoclkOSU8IJ7ODIav9SaiLKPeBrN2TySwCE8bfm+pYL1SeFq6CUdSS
        qx5SD/YCiA==
        """)

    /// RSA-OAEP-AES-GCM under ``key4096``, by hash.
    static let sealed4096: [String: Data] = [
        "SHA1": bytes(
            """
            YhPGFU1qkqfgGjX8/cAxvSTYybXMwPcc6jmoYUDNib+5a67E10Z4dxTffSSsfxy4MKm0+F6+CqWNW9WuOxQsASOLJVRlPfIIWBddEE5o
            nV4bYn/tPn/lvrEkUGpk2lQ24Y4GGI8vLDOFWe+tZCQuYHz9aFD4e6r2rrCA3zplNTnKaOkvQAPssSZFiEyFwregDBYiZ2kn+e/HbSNi
            wWyBGSPABrsurCJ0DULG36V6jdJPSWObk4Ayy+awPJrf5lQqqHUPI0F29co9AODjaqkHbXZ5a87Dt4ozeFy3CbL+OwDFEQi/hLpKxqkO
            Jf1VJ0uQkVMpYMmWdi5atHLOSk3p1jChWOG3UfKm7B/WSGw9a2nhIQyYXmo64xx8FdQGroZN+HV5wKnZDY4VEAOAsNAieLHNJyLT9n/U
            eqLr1ogZ9Y/Hz1/v3GJNojUpSkMq58SFEKuJCgjK5qR6Zs4lnXr4mlvLpn9NBHUapziIcrmMG+U2Fp7U8gOAQHKJYmzpCPBhfFb5OKIc
            CjbRGJ4Qvmf2aWwjSJ/Cfrfp4phRUQy7ozdl4XqEaS1LOUHZDg0nX5RPIzYBFJGcIPBIwMvZ39TWLyU6cbwsY0OUUQ2jPxnH40SbIwRZ
            eRlGBblhkSynp/33VUHoPxoK6hVi0E3B+4FCmXlDGsOa79rRslP6eGljsiahHAP8i04O0dcVgnqONOS3mvvKV8brcP5D/wM7qBWrOCwT
            F2b+I0q3g1nnsohn57DBfSPZPRCBSJkyvAe93CVklyKfcQ==
            """),
        "SHA224": bytes(
            """
            KB9dzLvSRbtopKMcn8dlLm+SMkq3e9srJx9aUA2CcqPeivugUi4tOF+D1tDstOhXi9rXKyl2iGnqWB7Q82RMRBTP8yumnzli+3cWTTUl
            i1NSAvwWo9jLxbdLTD0WSnspgoV+NQrODcy+gk4u9Hq9TMAPrdcoAU+zfQR39JhHO4JG0tViELj/XIlclGj0VXdW5CvbQUCp1J4frRRJ
            ycr6JD+LSqmHacFMu9Uf2h/kwt+KDtz8G4sjSFeKfNNbcYXzaaMv/h30jwjSaKwYdAnUWa/YCRhQFmQhd4gl8kYOypdYtj28NHn9ANs5
            yPV9cpfaJdNmBhnib6c9WJWwsfH0FLmqnRGsDAzlo6yzquwkNvy4xGfEfr4qHjv7aLjYhDJ9cawCdC8TWDQYFJ+A8SDD1XuqSCNFYKpw
            6buJUx99f1RPM4a1mUtO6gt7x7sFyNcqR4lcJJg02bLIyFVGZykVIq5lBJddXFoZ9ZYbW3XtIVg5FpD7YIeKUwYH/+T89iQ0y/PaFZWa
            RPxw3x7Ogg4L/J/AcDc9uEI7n7lFC+2MlLeXmKJfWkXHEIgadm7hsWJ8FJmOMPLtOL3+IgHQVSXCWJ6mOfHATXektkOTkBCeRfHTZyFY
            XtaEbJ6kchw/Qg9ODGfBSI6rNLA8PCXlqgQmv/KLxBFMLX6WRLplZAJP3aSfNhzgHy25mjJN5jsHx2GOnz/6oO4WQLRJcKOJI5IJMlpi
            NHHHo96c/Y2fq2L0cvMnAENCdNkAlctk0d1L69Vfm4/tZA==
            """),
        "SHA256": bytes(
            """
            J6sk87tR3YV2RZhdU6x2k/1XoHEV3rfv1ZbcArVklWnXxTW8k8Qpdj5wzluIKmmIf5lpcs1FonDPX+DyhzufkCWRgdYHF4wMOZS45Owd
            1Icn07c5vndX4+qLH29nCTABkpaUzCIvNeJz0NYikJ66SCdDQtV8+EfvF1EwtNCkpo0HIHqhoNTqQm+Nxcw9gVLLaSfmTPMkQJcfAne2
            nYZa/yAGzfW+4cvzpoyItp4LduBQVcueDdQRtsYmQII8ZSyQ19g9TnVQJb+oaZCB9SODM1TvgU+r+P512fLNLmIvxX8OQdjErvqLYUup
            tMnz8y+3RLSN0E/1j6lTfIeIiA8zP1x7xHsZY4vnGSuzInW5nroL88f5/5muPQJ4szhenjt/SoYx65Rd3/7172QJuUnOb/wxRRhcrWyA
            L0YMIo4CtHveoK/mp0/BiDqbi/OVxs6MLOUBwG6ryqLLmFqhLYBk/iNbNANkyhazLpZns1ZiGCw/ATXXV9ZOsag5Ux3/rwj7EJejiSbf
            tt9JO2ZfmQFranQuHNitIRBFWhi2LaUn3lhkeYIl9sOozPepevkafoylZEwzXf0APnfqJqhDYtj8UX14Zr8nM4UKyAXG0OCa7XThWZrj
            5IUWC2+xzBvzZw9Y9094Jvi9XLIgOMV0FNaXy3QfW0BsHhjDjs3ygTVNYAAF/Wo/q89K5R5xI0NB/vRDQT0psRP6Kno8maK+tjf0h/N5
            3HTp9UJd7VbAtZpN1Q41F0ubz9DxqpBACvCLDfZqkrXAdQ==
            """),
        "SHA384": bytes(
            """
            C+s00bJypt1XqdXYdRhaIXyT7rv/s6yf45KRqoRbVsdppphgW1V4sf3BkKZXefijDlsl8VZesGnw4uufeSyvKI214lAXSK5aL9tDadro
            JagDCAeDzMVTpgL0x5MsNcNLkdxDKHcXA3xkb5mwVJOfe/VsG2uUZPNLNNOO3FxtpdG0DGwlRmKB/2BUu2COtSgvl26MrwDM0NpoHjTk
            IYmSmExkhgKKrMDLhJzHk56BSWOSRf10kDmHGWpiUKro7zuNddtJeRx0cIEIH0InppbgM2+53aKQpvdns+t9wjwpZ/DDtWQI8rKTAu/X
            KNvbKv4oktEnOysrJ83eRSPDPrDF62cp0kbDBZWUhPOnt6xYEDHn2met8fa8q37qQ9dXWkA2aeO+ZbwgQATMA4fKCZXU+5NH3AQpArKK
            KkIwryzJj5cKr79Qfd42/19X+30KFfiEmqBtT2pjSHTOHp9OrfeogD3Nx3itW0zcTdTQ2AMvh5jUSCObrVLNWCBDmK8HjDz5pbwWuj5y
            xE3koo8LoJwnAzIcPUWDd32vZ4KQyRusrZbDn8ioh20tr/ceAWwf4t94KqubMgjU4zQuR27giVPWNeKR8M53nTsSGf9k1faoxHW9zVDf
            sA1wOZEDrnlKlYvOP4T6CtQ70h3BKoShdS4VOHvbOPxJq31m3PyomUzZ42Hj4r9fl1Zbi/SXxOFP9P//I6L0bk9un5XsH0ijUW9mxXqY
            N5HQXW70H3GQIFzgG/TS5PxEedvOj9wt54C4YuuHE1LcqQ==
            """),
        "SHA512": bytes(
            """
            gvaGS7QwOVYUKUua9okhYkmou6ZRpGjfs6noCfY987Rc60BALaw1+UfQPBjLOz1SDdS04PgVY9IWCyXcZDS9szz+gA6CErUYSv2zKAci
            6n8fQP3/mr45LGByaHPdVWiJYAWyc1b8eSTk8e8nOmQgP1mMNNRtpLNYFNMriiWqCewQqf999Yca3AkXeTBb0R6apgmOWSRAyVroiUQQ
            zw8Gbvj7OUkVlG1gBEwdrzaULPqF18FDg0eg4eFfWLpuaCPikTVgNwrSmJIe9zwEAashHtJxLxO/AnBSMlZ2eYGn+fKzoWMGnfSUO34M
            c9GjXEUwq4Weh6NuihlXpkT3Wld6Co6emCundN7PTXdvfZkYVvQ+QBNcZ2yfd7/M88rTVKBurr7HqEW4RqJmi24jO9VkkvAN1SNGof3Y
            L+/b9wUOyOQHuanbLN+I9rJLjOzGLx+lWSLroZyOnJzk6rODa/N/wqE2oLgG8h2AOIhzE32zpabeMLjLMc6z7tMeTnmNF9SkAm307LqS
            rZAKX1SmnLbsQk7R/7h9LfEUkunZmh2+WZkOGWePdBOX9e2EwANeBrnKLMrLtm+dxMAJio2isOTXyxUR2BfuBWHcJQugX/sA831J0Ji4
            jgSj53zQNAKp0HdaJiD+7OAWBBf6Hs3Rjm3mnsjfxXP5/UWhSd+Ycpk7RlFAx11mbn8Xsy6TszHWzgbLQ9/W5DHW8I5l0+xC4kQZ8vyu
            chv7N/06CRLc7Kam61wthjqmzLJVBTY14/WffuzQkvTLmA==
            """),
    ]

    private static func bytes(_ base64: String) -> Data {
        Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()
    }
}
