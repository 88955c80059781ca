//! The settings that `llvm_spirv_options_set` knows, as C strings.

use crate::pointer;
use llvm_spirv::options::{Options, Setting, Values};
use std::ffi::{CString, c_char};
use std::sync::LazyLock;

/// The texts of a setting: its name, its values, its purpose.
type Texts = [CString; 3];

static SETTINGS: LazyLock<Vec<Texts>> = LazyLock::new(|| Options::settings().iter().filter_map(texts).collect());

fn texts(setting: &Setting) -> Option<Texts> {
    let values = match setting.values() {
        Values::Switch => "true|false".to_owned(),
        Values::Number => "NUMBER".to_owned(),
        Values::OneOf(words) => words.join("|"),
        Values::Text(form) => form.to_owned(),
        // A kind of values that a newer library has.
        _ => String::new(),
    };
    let all = [setting.name().to_owned(), values, setting.about().to_owned()];
    all.map(|text| CString::new(text).ok()).into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()
}

fn text(index: usize, which: usize) -> *const c_char {
    pointer(SETTINGS.get(index).and_then(|texts| texts.get(which)))
}

/// The name of a setting, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_setting_name(index: usize) -> *const c_char {
    text(index, 0)
}

/// The values that a setting takes, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_setting_values(index: usize) -> *const c_char {
    text(index, 1)
}

/// The purpose of a setting, by number.
#[unsafe(no_mangle)]
pub extern "C" fn llvm_spirv_setting_about(index: usize) -> *const c_char {
    text(index, 2)
}
