"""Reads the mangled names of OpenCL's builtins."""

import re

SCALARS = {
    "c": "char", "a": "char", "h": "uchar", "s": "short", "t": "ushort", "i": "int", "j": "uint",
    "l": "long", "m": "ulong", "x": "long", "y": "ulong", "f": "float", "d": "double", "b": "bool", "v": "void",
}


class Type:
    """A number (`lanes` of them), a pointer (with what it points to) or a named type."""

    def __init__(self, name, lanes=1, pointee=None):
        self.name, self.lanes, self.pointee = name, lanes, pointee

    @property
    def text(self):
        if self.pointee:
            return "void *" if self.pointee.name == "void" or not self.pointee.is_number else f"{self.pointee.text} *"
        return self.name + (str(self.lanes) if self.lanes > 1 else "")

    @property
    def is_number(self):
        return not self.pointee and (self.name in SCALARS.values() or self.name == "half")


class Reader:
    def __init__(self, text):
        self.text, self.at, self.known = text, 0, []

    def take(self, pattern):
        match = re.compile(pattern).match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def type(self):
        if self.take("S_"):
            return self.known[0]
        if match := self.take("S([0-9A-Z])_"):
            return self.known[int(match[1], 36) + 1]
        if self.take("P"):
            found = Type("pointer", pointee=self.type())
        elif self.take("Dh|DF16_"):
            return Type("half")
        elif match := self.take(r"Dv(\d+)_"):
            found = Type(self.type().name, int(match[1]))
        elif self.take(r"U13block_pointer"):
            found = self.type()
        elif self.take("F"):
            while not self.take("E"):
                self.type()
            found = Type("function")
        elif self.take(r"U3AS\dV?K?|VK?|K|U7_Atomic"):
            # All qualifiers of a type are one component.
            found = self.type()
        elif match := self.take(r"\d+"):
            name = self.text[self.at:self.at + int(match[0])]
            self.at += int(match[0])
            found = Type(name)
        else:
            match = self.take("[a-z]")
            return Type(SCALARS[match[0]])
        self.known.append(found)
        return found


def read(symbol):
    """The name of a builtin and the types of its parameters; (symbol, []) for what is not mangled."""
    match = re.match(r"_Z(\d+)", symbol)
    if not match:
        return symbol, []
    end = match.end() + int(match[1])
    reader, types = Reader(symbol[end:]), []
    while reader.at < len(reader.text):
        types.append(reader.type())
    return symbol[match.end():end], [t for t in types if t.name != "void"]
