// Lights in a uniform buffer, shadows, a bidirectional reflectance.
#version 450
struct Light { vec4 place; vec3 color; float reach; mat4 to_shadow; };
layout(std140, set = 0, binding = 0) uniform Scene { Light lights[8]; vec3 eye; int count; } scene;
layout(set = 0, binding = 1) uniform sampler2DArrayShadow shadows;
layout(set = 1, binding = 0) uniform sampler2D surface;
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 coordinate;
layout(location = 0) out vec4 color;
float visibility(int index) {
    vec4 at = scene.lights[index].to_shadow * vec4(place, 1.0);
    return texture(shadows, vec4(at.xy / at.w, float(index), at.z / at.w));
}
void main() {
    vec3 base = texture(surface, coordinate).rgb, n = normalize(normal), v = normalize(scene.eye - place), sum = vec3(0.0);
    for (int i = 0; i < scene.count; i++) {
        vec3 to = scene.lights[i].place.xyz - place;
        float far = length(to);
        if (far > scene.lights[i].reach) { continue; }
        vec3 l = to / far, h = normalize(l + v);
        float shine = pow(max(dot(n, h), 0.0), 32.0);
        sum += (base * max(dot(n, l), 0.0) + shine) * scene.lights[i].color * visibility(i);
    }
    color = vec4(sum, 1.0);
}
