// Precision qualifiers and exact arithmetic.
#version 450
layout(location = 0) in mediump vec4 a;
layout(location = 1) in highp vec4 b;
layout(location = 0) out mediump vec4 color;
layout(location = 1) out vec4 exact;
void main() {
    mediump vec4 sum = a * a + a;
    lowp float small = sum.x * 0.5;
    precise vec4 product = b * b + b;
    product = product * small - b;
    color = sum + small;
    exact = product + dFdxFine(b) + dFdyCoarse(b) + fwidthFine(b);
}
