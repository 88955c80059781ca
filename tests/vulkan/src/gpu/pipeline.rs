//! Pipelines: for a compute shader, for a vertex shader whose outputs are recorded, and for a fragment shader together
//! with a vertex shader.

use super::failed;
use super::memory::{Handle, Run};
use crate::formats::Format;
use crate::setup::{Attribute, Setup, Work};
use crate::{Fault, Result};
use ash::vk;
use std::ffi::{CStr, CString};

/// The bytes of the attributes of a location, in the vertex buffer.
pub const SLOT: u32 = 16;

impl Run<'_> {
    /// Creates the pipeline of a module.
    pub fn pipeline(&mut self, setup: &Setup, bytes: &[u8], layout: vk::PipelineLayout) -> Result<vk::Pipeline> {
        let name = CString::new(setup.entry.clone()).map_err(|error| Fault::Failed(error.to_string()))?;
        let module = self.module(bytes)?;
        match &setup.work {
            Work::Compute => {
                let entry = |(at, (number, _)): (usize, &(u32, u32))| vk::SpecializationMapEntry {
                    constant_id: *number,
                    offset: at as u32 * 4,
                    size: 4,
                };
                let entries: Vec<_> = setup.constants.iter().enumerate().map(entry).collect();
                let data: Vec<u8> = setup.constants.iter().flat_map(|(_, value)| value.to_le_bytes()).collect();
                let constants = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
                let stage = stage(vk::ShaderStageFlags::COMPUTE, module, &name);
                self.compute(stage.specialization_info(&constants), layout)
            }
            Work::Vertex(attributes, _) => {
                let stages = [stage(vk::ShaderStageFlags::VERTEX, module, &name)];
                self.graphics(&stages, attributes, &[], vk::PrimitiveTopology::POINT_LIST, layout)
            }
            Work::Fragment(targets, partner) => {
                let partner = self.module(partner)?;
                let stages = [
                    stage(vk::ShaderStageFlags::VERTEX, partner, c"main"),
                    stage(vk::ShaderStageFlags::FRAGMENT, module, &name),
                ];
                self.graphics(&stages, &[], targets, vk::PrimitiveTopology::TRIANGLE_LIST, layout)
            }
        }
    }

    fn module(&mut self, bytes: &[u8]) -> Result<vk::ShaderModule> {
        let words = llvm_spirv_testing::words(bytes);
        let info = vk::ShaderModuleCreateInfo::default().code(&words);
        // SAFETY: the module was validated, or is one that the validator cannot know; the process is one of many.
        let module = unsafe { self.gpu.device.create_shader_module(&info, None) };
        let module = module.map_err(failed("vkCreateShaderModule"))?;
        self.keep(Handle::Module(module));
        Ok(module)
    }

    fn compute(
        &mut self,
        stage: vk::PipelineShaderStageCreateInfo<'_>,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline> {
        let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout);
        // SAFETY: the layout has what the module's resources need.
        let made = unsafe { self.gpu.device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
        self.made(made)
    }

    fn made(
        &mut self,
        made: std::result::Result<Vec<vk::Pipeline>, (Vec<vk::Pipeline>, vk::Result)>,
    ) -> Result<vk::Pipeline> {
        let pipelines = made.map_err(|(_, error)| failed("vkCreatePipelines")(error))?;
        let Some(pipeline) = pipelines.first() else { return Err(Fault::Failed("no pipeline".to_owned())) };
        self.keep(Handle::Pipeline(*pipeline));
        Ok(*pipeline)
    }

    fn graphics(
        &mut self,
        stages: &[vk::PipelineShaderStageCreateInfo<'_>],
        attributes: &[Attribute],
        targets: &[(u32, Format)],
        topology: vk::PrimitiveTopology,
        layout: vk::PipelineLayout,
    ) -> Result<vk::Pipeline> {
        let is_drawn = topology == vk::PrimitiveTopology::TRIANGLE_LIST;
        let formats = attachments(targets).map(|format| format.map_or(vk::Format::UNDEFINED, |format| format.vk));
        let formats: Vec<_> = formats.collect();
        let mut rendering = vk::PipelineRenderingCreateInfo::default()
            .color_attachment_formats(&formats)
            .depth_attachment_format(vk::Format::D32_SFLOAT);
        let inputs: Vec<_> = attributes.iter().map(input).collect();
        let buffers = [vk::VertexInputBindingDescription { stride: SLOT * 16, ..Default::default() }];
        let buffers = if inputs.is_empty() { &[][..] } else { &buffers };
        let vertices = vk::PipelineVertexInputStateCreateInfo::default()
            .vertex_attribute_descriptions(&inputs)
            .vertex_binding_descriptions(buffers);
        let assembly = vk::PipelineInputAssemblyStateCreateInfo::default().topology(topology);
        let side = super::run::SIDE;
        let ports =
            [vk::Viewport { x: 0.0, y: 0.0, width: side as f32, height: side as f32, min_depth: 0.0, max_depth: 1.0 }];
        let scissors = [vk::Rect2D { extent: vk::Extent2D { width: side, height: side }, ..Default::default() }];
        let view = vk::PipelineViewportStateCreateInfo::default().viewports(&ports).scissors(&scissors);
        let raster =
            vk::PipelineRasterizationStateCreateInfo::default().rasterizer_discard_enable(!is_drawn).line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let depth = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(true)
            .depth_write_enable(true)
            .depth_compare_op(vk::CompareOp::ALWAYS);
        let mask = vk::PipelineColorBlendAttachmentState::default().color_write_mask(vk::ColorComponentFlags::RGBA);
        let masks = vec![mask; formats.len()];
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&masks);
        let info = vk::GraphicsPipelineCreateInfo::default()
            .stages(stages)
            .vertex_input_state(&vertices)
            .input_assembly_state(&assembly)
            .viewport_state(&view)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depth)
            .color_blend_state(&blend)
            .layout(layout)
            .push_next(&mut rendering);
        // SAFETY: the layout has what the modules' resources need, and the formats are those of the attachments.
        let made = unsafe { self.gpu.device.create_graphics_pipelines(vk::PipelineCache::null(), &[info], None) };
        self.made(made)
    }
}

/// Returns the color attachments by location, with `None` for locations without an output.
pub fn attachments(targets: &[(u32, Format)]) -> impl Iterator<Item = Option<Format>> {
    let count = targets.iter().map(|(location, _)| location + 1).max().unwrap_or_default();
    let of = |wanted: u32| targets.iter().find(move |(location, _)| *location == wanted).map(|(_, format)| *format);
    (0..count).map(of)
}

fn stage<'a>(
    flags: vk::ShaderStageFlags,
    module: vk::ShaderModule,
    name: &'a CStr,
) -> vk::PipelineShaderStageCreateInfo<'a> {
    vk::PipelineShaderStageCreateInfo::default().stage(flags).module(module).name(name)
}

fn input(attribute: &Attribute) -> vk::VertexInputAttributeDescription {
    let Attribute { location, format, .. } = *attribute;
    vk::VertexInputAttributeDescription { location, binding: 0, format, offset: location * SLOT }
}
