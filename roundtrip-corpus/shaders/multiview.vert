// Views, draws and their parameters.
// ENV: vulkan1.1
#version 450
#extension GL_EXT_multiview : require
#extension GL_ARB_shader_draw_parameters : require
layout(std140, binding = 0) uniform Views { mat4 projections[2]; vec4 offsets[2]; } views;
layout(location = 0) in vec4 position;
layout(location = 0) out flat int draw;
void main() {
    gl_Position = views.projections[gl_ViewIndex] * position + views.offsets[gl_ViewIndex];
    draw = gl_DrawIDARB + gl_BaseVertexARB * gl_BaseInstanceARB;
}
