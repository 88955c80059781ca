; Assembly outside functions is for another machine.
; RUN: forward
target triple = "spir64-unknown-unknown"

module asm ".globl f"
