// A small ray tracer: spheres over a checkered floor, a loop over the bounces
// instead of recursion, hard shadows, Reinhard tone mapping.
#define BOUNCES 4
#define FAR 1e9f

typedef struct {
    float3 origin, dir;
} ray_t;

typedef struct {
    float4 at_radius; /* the centre, and the radius in w */
    float4 colour_mirror;
} sphere_t;

typedef struct {
    float t;
    float3 normal;
    float4 surface;
} hit_t;

static float3 along(ray_t r, float t)
{
    return r.origin + r.dir * t;
}

static float sphere_distance(ray_t r, float4 s)
{
    const float3 to = s.xyz - r.origin;
    const float b = dot(to, r.dir);
    const float d = b * b - dot(to, to) + s.w * s.w;
    if (d < 0.0f)
        return FAR;
    const float q = sqrt(d);
    return b - q > 1e-3f ? b - q : b + q > 1e-3f ? b + q : FAR;
}

static bool intersect(ray_t r, __constant sphere_t *spheres, int n, hit_t *hit)
{
    hit->t = FAR;
    for (int i = 0; i < n; ++i) {
        const float t = sphere_distance(r, spheres[i].at_radius);
        if (t < hit->t) {
            hit->t = t;
            hit->normal = normalize(along(r, t) - spheres[i].at_radius.xyz);
            hit->surface = spheres[i].colour_mirror;
        }
    }
    if (r.dir.y < 0.0f) {
        const float t = -r.origin.y / r.dir.y;
        if (t > 1e-3f && t < hit->t) {
            const float3 p = along(r, t);
            const int odd = ((int)floor(p.x) + (int)floor(p.z)) & 1;
            hit->t = t;
            hit->normal = (float3)(0.0f, 1.0f, 0.0f);
            hit->surface = odd ? (float4)(0.9f, 0.9f, 0.9f, 0.125f)
                               : (float4)(0.1f, 0.1f, 0.15f, 0.25f);
        }
    }
    return hit->t < FAR;
}

static float3 sky(float3 dir)
{
    return mix((float3)(1.0f, 1.0f, 1.0f), (float3)(0.3f, 0.5f, 0.9f), fabs(dir.y));
}

static float3 trace(ray_t r, __constant sphere_t *spheres, int n, float3 light, int *depth)
{
    float3 colour = (float3)(0.0f), weight = (float3)(1.0f);
    int bounce = 0;
    for (; bounce < BOUNCES; ++bounce) {
        hit_t hit;
        if (!intersect(r, spheres, n, &hit)) {
            colour += weight * sky(r.dir);
            break;
        }
        const float3 p = along(r, hit.t);
        const float3 to_light = normalize(light - p);
        float shade = max(dot(hit.normal, to_light), 0.0f);
        if (shade > 0.0f) {
            hit_t blocker;
            const ray_t shadow = { p, to_light };
            if (intersect(shadow, spheres, n, &blocker) && blocker.t < distance(light, p))
                shade = 0.0f;
        }
        const float mirror = hit.surface.w;
        colour += weight * hit.surface.xyz * ((1.0f - mirror) * (0.125f + 0.875f * shade));
        weight *= mirror;
        if (mirror < 1e-3f)
            break;
        r.origin = p;
        r.dir = normalize(r.dir - 2.0f * dot(r.dir, hit.normal) * hit.normal);
    }
    *depth = bounce;
    return colour;
}

__kernel void render(__constant sphere_t *spheres, int n, float4 eye, float4 light,
                     __global uchar4 *image, __global float *luma)
{
    const int x = get_global_id(0), y = get_global_id(1);
    const int w = get_global_size(0), h = get_global_size(1);
    ray_t r;
    r.origin = eye.xyz;
    r.dir = normalize((float3)((2.0f * x + 1.0f - w) / h, (h - 2.0f * y - 1.0f) / h, -eye.w));
    int depth;
    float3 c = trace(r, spheres, n, light.xyz, &depth);
    c /= 1.0f + c;
    luma[y * w + x] = dot(c, (float3)(0.2126f, 0.7152f, 0.0722f));
    image[y * w + x] = (uchar4)(convert_uchar3_sat_rte(c * 255.0f), (uchar)depth);
}
