//! Extensions of SPIR-V, a file an extension. A new one needs its file, and two lines here.

pub mod aliases;
pub mod arbitrary_precision;
pub mod bfloat16;
pub mod bindless_images;
pub mod bit_fields;
pub mod clock;
pub mod components_of_matrices;
pub mod cooperative_matrix;
pub mod cooperative_types;
pub mod dot_products;
pub mod fpga_registers;
pub mod function_pointers;
pub mod gathers;
pub mod inline_asm;
pub mod matrices;
pub mod max_error;
pub mod maximum_registers;
pub mod media_blocks;
pub mod motion_estimation;
pub mod small_numbers;
pub mod task_sequences;
pub mod variable_length;
pub mod vector_compute;

use crate::state::Chapter;

/// The chapters of the extensions, in the order in which their hooks are called.
pub const CHAPTERS: &[Chapter] = &[
    inline_asm::CHAPTER,
    function_pointers::CHAPTER,
    vector_compute::CHAPTER,
    maximum_registers::CHAPTER,
    media_blocks::CHAPTER,
    bfloat16::CHAPTER,
    bindless_images::CHAPTER,
    bit_fields::CHAPTER,
    small_numbers::CHAPTER,
    cooperative_matrix::CHAPTER,
    dot_products::CHAPTER,
    clock::CHAPTER,
    arbitrary_precision::CHAPTER,
    task_sequences::CHAPTER,
    gathers::CHAPTER,
    matrices::CHAPTER,
    max_error::CHAPTER,
    fpga_registers::CHAPTER,
    variable_length::CHAPTER,
    aliases::CHAPTER,
    motion_estimation::CHAPTER,
];
