#!/usr/bin/python3
"""A PIV card (NIST SP 800-73-4) in software, in the virtual reader of vsmartcard.

piv_card.py PORT: connects to vpcd on 127.0.0.1 and serves until that goes away. What is on the card ends with it.

It is as much of a card as YKCS11 and OpenSC need: objects, RSA keys of 2,048 bits, the PIN with three tries, the management
key, and slot 9C, which wants the PIN before each use. The modules are the real ones; how the card behaves is no evidence
about cards that one can buy.
"""

import os
import socket
import struct
import sys

from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

PIV_AID = bytes.fromhex("a000000308")
ATR = bytes.fromhex("3bfd1300008131fe158073c021c057597562694b657940")
PIN = b"123456"
MANAGEMENT_KEY = bytes.fromhex("010203040506070801020304050607080102030405060708")
TRIES = 3

OK = 0x9000
VERIFICATION_FAILED = 0x63C0
SECURITY_STATUS = 0x6982
BLOCKED = 0x6983
WRONG_DATA = 0x6A80
NOT_FOUND = 0x6A82
WRONG_PARAMETERS = 0x6A86
REFERENCE_NOT_FOUND = 0x6A88
NOT_SUPPORTED = 0x6D00

SIGNATURE_SLOT = 0x9C
CARD_SLOT = 0x9E
MANAGEMENT_SLOT = 0x9B
RSA_2048 = 0x07


def tlv(tag: bytes, value: bytes) -> bytes:
    """A tag, its length in DER, and the value."""
    count = len(value)
    if count < 0x80:
        length = bytes([count])
    elif count < 0x100:
        length = bytes([0x81, count])
    else:
        length = bytes([0x82]) + struct.pack(">H", count)
    return tag + length + value


def untlv(data: bytes) -> dict:
    """The values of a sequence of one-byte tags."""
    values = {}
    at = 0
    while at + 1 < len(data):
        tag, length = data[at], data[at + 1]
        at += 2
        if length & 0x80:
            count = length & 0x7F
            length = int.from_bytes(data[at : at + count], "big")
            at += count
        values[tag] = data[at : at + length]
        at += length
    return values


class Card:
    def __init__(self):
        self.objects = {}
        self.keys = {}
        self.tries = TRIES
        self.serial = os.urandom(4)
        self.power_off()

    def power_off(self):
        self.is_verified = False
        # Whether the command before this one was a VERIFY that succeeded.
        self.is_fresh = False
        self.is_manager = False
        self.witness = None
        self.chain = b""
        self.rest = b""

    def transmit(self, apdu: bytes) -> bytes:
        """Answers one short or extended APDU: data and status word."""
        cla, ins, p1, p2 = apdu[:4]
        body, limit = self.body(apdu[4:])
        if ins == 0xC0:
            return self.answer(self.rest, OK, limit)
        if cla & 0x10:
            self.chain += body
            return struct.pack(">H", OK)
        body, self.chain = self.chain + body, b""
        handler = {
            0xA4: self.select,
            0x20: self.verify,
            0xCB: self.get_data,
            0xDB: self.put_data,
            0x47: self.generate,
            0x87: self.authenticate,
            0xFD: lambda *_: (bytes([5, 2, 7]), OK),
            0xF8: lambda *_: (self.serial, OK),
        }.get(ins)
        was_fresh = self.is_fresh
        self.is_fresh = False
        if handler is None:
            return struct.pack(">H", NOT_SUPPORTED)
        if handler == self.authenticate:
            data, status = handler(p1, p2, body, was_fresh)
        else:
            data, status = handler(p1, p2, body)
        return self.answer(data, status, limit)

    @staticmethod
    def body(rest: bytes):
        """The data of an APDU, from after its header, and how long the answer may be."""
        if len(rest) > 3 and rest[0] == 0:
            (count,) = struct.unpack(">H", rest[1:3])
            return rest[3 : 3 + count], 256
        # One byte alone is the length of the answer, as the one after the data is; 0 stands for 256.
        body, limit = (rest[1 : 1 + rest[0]], rest[1 + rest[0] :]) if len(rest) > 1 else (b"", rest)
        return body, limit[0] or 256 if limit else 256

    def answer(self, data: bytes, status: int, limit: int) -> bytes:
        """What may be sent at once, and how many bytes there are beyond that."""
        data, self.rest = data[:limit], data[limit:]
        if self.rest:
            status = 0x6100 | min(len(self.rest), 0xFF)
        return data + struct.pack(">H", status)

    def select(self, p1, p2, body):
        if not body.startswith(PIV_AID):
            return b"", NOT_FOUND
        # Who is verified stays so where this is selected already (SP 800-73-4, part 2, 3.1.1).
        authority = tlv(b"\x79", tlv(b"\x4f", PIV_AID))
        return tlv(b"\x61", tlv(b"\x4f", bytes.fromhex("000010000100")) + authority), OK

    def verify(self, p1, p2, body):
        if p2 != 0x80:
            return b"", WRONG_PARAMETERS
        if not body:
            return b"", OK if self.is_verified else VERIFICATION_FAILED | self.tries
        if self.tries == 0:
            return b"", BLOCKED
        self.is_verified = body.rstrip(b"\xff") == PIN
        self.is_fresh = self.is_verified
        self.tries = TRIES if self.is_verified else self.tries - 1
        if self.is_verified:
            return b"", OK
        return b"", VERIFICATION_FAILED | self.tries if self.tries else BLOCKED

    def get_data(self, p1, p2, body):
        name = untlv(body).get(0x5C)
        if name not in self.objects:
            return b"", NOT_FOUND
        return tlv(b"\x53", self.objects[name]), OK

    def put_data(self, p1, p2, body):
        if not self.is_manager:
            return b"", SECURITY_STATUS
        values = untlv(body)
        if 0x5C not in values or 0x53 not in values:
            return b"", WRONG_DATA
        if values[0x53]:
            self.objects[values[0x5C]] = values[0x53]
        else:
            self.objects.pop(values[0x5C], None)
        return b"", OK

    def generate(self, p1, p2, body):
        if not self.is_manager:
            return b"", SECURITY_STATUS
        if untlv(untlv(body).get(0xAC, b"")).get(0x80) != bytes([RSA_2048]):
            return b"", WRONG_DATA
        # As cards do: whatever key was there is gone.
        key = rsa.generate_private_key(65537, 2048)
        self.keys[p2] = key.private_numbers()
        numbers = key.public_key().public_numbers()
        value = tlv(b"\x81", numbers.n.to_bytes(256, "big")) + tlv(b"\x82", numbers.e.to_bytes(3, "big"))
        return tlv(b"\x7f\x49", value), OK

    def authenticate(self, p1, p2, body, was_fresh):
        values = untlv(untlv(body).get(0x7C, b""))
        if p2 == MANAGEMENT_SLOT:
            return self.authenticate_manager(values)
        if p2 == SIGNATURE_SLOT and not was_fresh or p2 != CARD_SLOT and not self.is_verified:
            return b"", SECURITY_STATUS
        if p2 not in self.keys:
            return b"", REFERENCE_NOT_FOUND
        key, block = self.keys[p2], int.from_bytes(values.get(0x81, b""), "big")
        if p1 != RSA_2048 or 0x82 not in values or block >= key.public_numbers.n:
            return b"", WRONG_DATA
        # The operation itself: padding is the matter of the other side, for signatures and for decryption.
        result = pow(block, key.d, key.public_numbers.n).to_bytes(256, "big")
        return tlv(b"\x7c", tlv(b"\x82", result)), OK

    def authenticate_manager(self, values):
        """Both sides show that they have the key: the card's witness is decrypted, the other's challenge encrypted."""
        encryptor = Cipher(algorithms.TripleDES(MANAGEMENT_KEY), modes.ECB()).encryptor()
        if values.get(0x81) == b"":
            # A challenge, which OpenSC takes for random bytes.
            return tlv(b"\x7c", tlv(b"\x81", os.urandom(8))), OK
        if values.get(0x80) == b"":
            self.witness = os.urandom(8)
            return tlv(b"\x7c", tlv(b"\x80", encryptor.update(self.witness))), OK
        witness, self.witness = self.witness, None
        if witness is None or values.get(0x80) != witness or len(values.get(0x81, b"")) != 8:
            return b"", SECURITY_STATUS
        self.is_manager = True
        return tlv(b"\x7c", tlv(b"\x82", encryptor.update(values[0x81]))), OK


def receive(reader: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        # vpcd sends a length and then the rest, and waits 40 ms for the length to be acknowledged otherwise.
        reader.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        piece = reader.recv(count - len(data))
        if not piece:
            sys.exit(0)
        data += piece
    return data


def serve(port: int):
    card = Card()
    with socket.create_connection(("127.0.0.1", port), timeout=10) as reader:
        reader.settimeout(None)
        while True:
            (count,) = struct.unpack(">H", receive(reader, 2))
            message = receive(reader, count)
            if count == 1:
                # Off, on and reset want no answer; 4 asks for the ATR.
                if message[0] == 4:
                    reader.sendall(struct.pack(">H", len(ATR)) + ATR)
                else:
                    card.power_off()
                continue
            answer = card.transmit(message)
            reader.sendall(struct.pack(">H", len(answer)) + answer)


serve(int(sys.argv[1]))
