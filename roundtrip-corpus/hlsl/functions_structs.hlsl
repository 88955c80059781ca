#include "hlsl.hlsli"
struct Ray { float3 origin; float3 direction; };
struct Hit { bool found; float distance_; float3 normal; };
StructuredBuffer<float4> Spheres : register(t0);
RWStructuredBuffer<float4> Out : register(u1);

Hit intersect(Ray ray, float4 sphere) {
  Hit hit;
  float3 to = sphere.xyz - ray.origin;
  float along = dot(to, ray.direction);
  float missed = dot(to, to) - along * along;
  hit.found = along > 0 && missed < sphere.w * sphere.w;
  hit.distance_ = along - sqrt(max(sphere.w * sphere.w - missed, 0.0));
  hit.normal = normalize(ray.origin + hit.distance_ * ray.direction - sphere.xyz);
  return hit;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Ray ray;
  ray.origin = 0;
  ray.direction = normalize(float3(float(id.x), float(id.y), 64.0));
  float nearest = 1e30;
  float3 color = 0;
  for (uint i = 0; i < 8; ++i) {
    Hit hit = intersect(ray, Spheres[i]);
    if (hit.found && hit.distance_ < nearest) {
      nearest = hit.distance_;
      color = 0.5 * hit.normal + 0.5;
    }
  }
  Out[id.y * 64 + id.x] = float4(color, nearest);
}
