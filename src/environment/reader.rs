//! The reader of `spirv.target_env` attributes: as MLIR 22 prints them, and with a dictionary of limits, as the
//! dialect's document describes them.

use super::device::{Api, Device, DeviceType, Vendor};
use super::limits::Limits;
use super::{Environment, EnvironmentError, Listed, Rules, Version, extension_names};
use ::spirv::Capability;
use ::spirv::grammar::{self, Kind};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, EnvironmentError>;

/// Reads the text of an attribute.
pub fn read(text: &str) -> Result<Environment> {
    let mut reader = Reader { text, rest: text };
    let environment = reader.environment()?;
    match reader.rest.trim().is_empty() {
        true => Ok(environment),
        false => Err(reader.expected("the end")),
    }
}

/// The text that is still to be read.
struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn expected(&self, what: &str) -> EnvironmentError {
        let column = self.text.len() - self.rest.trim_start().len() + 1;
        EnvironmentError(format!("column {column} of the attribute: expected {what}"))
    }

    /// Reads a token, if it comes next.
    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn token(&mut self, token: &str) -> Result<()> {
        if self.takes(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// Reads a word of letters, digits, `_` and `.`; returns an empty word if none comes next.
    fn word(&mut self) -> &'t str {
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Reads a word, and returns the value that `of` finds for it.
    fn named<T>(&mut self, what: &str, of: impl Fn(&str) -> Option<T>) -> Result<T> {
        let before = self.rest;
        let word = self.word();
        of(word).ok_or_else(|| {
            self.rest = before;
            self.expected(what)
        })
    }

    /// Reads a number, and its type if one follows.
    fn number(&mut self) -> Result<u32> {
        let number = self.named("a number", |word| word.parse().ok())?;
        if self.takes(":") {
            self.word();
        }
        Ok(number)
    }

    /// Reads items between `[` and `]`.
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        self.token("[")?;
        while !self.takes("]") {
            if !items.is_empty() {
                self.token(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn environment(&mut self) -> Result<Environment> {
        self.token("#spirv.target_env")?;
        self.token("<")?;
        let (version, capabilities, extensions) = self.triple()?;
        self.token(",")?;
        let api = self.api()?;
        let device = self.device()?;
        let limits = self.limits()?;
        self.token(">")?;
        let rules = Rules::Listed(Listed::new(api, capabilities, extensions));
        let (interface_extensions, added) = (BTreeSet::new(), BTreeSet::new());
        Ok(Environment { rules, version, interface_extensions, profile: None, added, device, limits })
    }

    /// Reads `#spirv.vce<v1.3, [Shader], [SPV_KHR_8bit_storage]>`.
    fn triple(&mut self) -> Result<(Version, Vec<Capability>, Vec<String>)> {
        self.token("#spirv.vce")?;
        self.token("<")?;
        let version = self.named("a version such as v1.0", |word| word.strip_prefix('v')?.parse().ok())?;
        self.token(",")?;
        let capabilities = self.list(|reader| reader.named("a capability", capability))?;
        self.token(",")?;
        let is_extension = |word: &str| extension_names::is_known(word).then(|| word.to_owned());
        let extensions = self.list(|reader| reader.named("an extension", is_extension))?;
        self.token(">")?;
        Ok((version, capabilities, extensions))
    }

    /// Reads `api=Vulkan,`, if present.
    fn api(&mut self) -> Result<Api> {
        if !self.takes("api") {
            return Ok(Api::Unknown);
        }
        self.token("=")?;
        let api = self.named("an interface such as Vulkan", Api::of_name)?;
        self.token(",")?;
        Ok(api)
    }

    /// Reads `ARM:IntegratedGPU:12,`, if present; the parts after the vendor are optional.
    fn device(&mut self) -> Result<Device> {
        let mut device = Device::default();
        if self.rest.trim_start().starts_with(['#', '{']) {
            return Ok(device);
        }
        device.vendor = self.named("a vendor such as AMD", Vendor::of_name)?;
        if self.takes(":") {
            device.kind = self.named("a kind of device such as CPU", DeviceType::of_name)?;
            if self.takes(":") {
                device.id = Some(self.named("a number", |word| word.parse().ok())?);
            }
        }
        self.token(",")?;
        Ok(device)
    }

    /// Reads `#spirv.resource_limits<...>`, or `{...}`.
    fn limits(&mut self) -> Result<Limits> {
        let end = if self.takes("{") {
            "}"
        } else {
            self.token("#spirv.resource_limits")?;
            self.token("<")?;
            ">"
        };
        let mut limits = Limits::default();
        let mut is_first = true;
        while !self.takes(end) {
            if !is_first {
                self.token(",")?;
            }
            is_first = false;
            self.limit(&mut limits)?;
        }
        Ok(limits)
    }

    fn limit(&mut self, limits: &mut Limits) -> Result<()> {
        let before = self.rest;
        let name = self.word();
        self.token("=")?;
        match name {
            "max_compute_shared_memory_size" => limits.max_compute_shared_memory_size = self.number()?,
            "max_compute_workgroup_invocations" => limits.max_compute_workgroup_invocations = self.number()?,
            "max_compute_workgroup_size" => limits.max_compute_workgroup_size = Some(self.sizes()?),
            "subgroup_size" => limits.subgroup_size = self.number()?,
            "min_subgroup_size" => limits.min_subgroup_size = Some(self.number()?),
            "max_subgroup_size" => limits.max_subgroup_size = Some(self.number()?),
            "cooperative_matrix_properties_khr" => limits.cooperative_matrices_khr = Some(self.brackets()?),
            "cooperative_matrix_properties_nv" => limits.cooperative_matrices_nv = Some(self.brackets()?),
            _ => {
                self.rest = before;
                return Err(self.expected("a limit such as subgroup_size"));
            }
        }
        Ok(())
    }

    /// Reads `[128, 128, 64]`, or `dense<[128, 128, 64]> : vector<3xi32>`.
    fn sizes(&mut self) -> Result<Vec<u32>> {
        if !self.takes("dense") {
            return self.list(Self::number);
        }
        self.token("<")?;
        let sizes = self.list(Self::number)?;
        for token in [">", ":", "vector", "<"] {
            self.token(token)?;
        }
        self.word();
        self.token(">")?;
        Ok(sizes)
    }

    /// Reads a list between `[` and `]` as text.
    fn brackets(&mut self) -> Result<String> {
        let rest = self.rest.trim_start();
        let mut depth = 0_usize;
        for (at, c) in rest.char_indices() {
            match c {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                let (list, behind) = rest.split_at(at + c.len_utf8());
                self.rest = if list.len() > 1 { behind } else { self.rest };
                return if list.len() > 1 { Ok(list.to_owned()) } else { Err(self.expected("`[`")) };
            }
        }
        Err(self.expected("`]`"))
    }
}

/// Returns the capability with this name, which may be an older one.
fn capability(name: &str) -> Option<Capability> {
    let rows = Kind::Capability.info().enumerants.iter();
    let mut named = rows.filter(|row| {
        row.name == name || grammar::enumerant_aliases(Kind::Capability, row.value).any(|alias| alias == name)
    });
    named.next().and_then(|row| Capability::from_u32(row.value))
}
