use super::*;
use llvm_spirv_testing::Random;

fn read(text: &str) -> Vec<Decoration> {
    Annotation::read(text).decorations
}

/// Returns the text of decorations that go into one annotation.
fn written(decorations: &[Decoration]) -> String {
    write(decorations).unwrap().join(" | ")
}

/// Checks that reserved name and number have the same meaning, and that writing gives the reserved name.
fn both_ways(reserved: &str, numbered: &str, kind: D, operands: &[Operand]) {
    let decorations = [Decoration::new(kind as u32, operands.iter().cloned())];
    assert_eq!(read(reserved), decorations);
    assert_eq!(read(numbered), decorations);
    assert_eq!(written(&decorations), reserved);
}

#[test]
fn s3_86_bank_bits_by_name_and_by_number() {
    both_ways("{bank_bits:1,2,3}", "{5835:1,2,3}", D::BankBitsALTERA, &[1.into(), 2.into(), 3.into()]);
}

#[test]
fn s3_87_register() {
    both_ways("{register:1}", "{5825}", D::RegisterALTERA, &[]);
    for ignored in ["{register}", "{register:0}", "{register:1,2,x}"] {
        assert_eq!(read(ignored), [Decoration::ints(D::RegisterALTERA as u32, &[])], "{ignored}");
    }
}

#[test]
fn s3_88_to_s3_91_memory_numbanks_bankwidth_private_copies() {
    both_ways("{memory:DEFAULT}", "{5826:\"DEFAULT\"}", D::MemoryALTERA, &["DEFAULT".into()]);
    both_ways("{numbanks:4}", "{5827:\"4\"}", D::NumbanksALTERA, &[4.into()]);
    both_ways("{bankwidth:4}", "{5828:4}", D::BankwidthALTERA, &[4.into()]);
    both_ways("{private_copies:1}", "{5829:1}", D::MaxPrivateCopiesALTERA, &[1.into()]);
}

#[test]
fn s3_92_s3_93_pump_1_is_single_and_pump_2_is_double() {
    both_ways("{pump:1}", "{5830}", D::SinglepumpALTERA, &[]);
    both_ways("{pump:2}", "{5831}", D::DoublepumpALTERA, &[]);
    for other in ["{pump}", "{pump:3}", "{pump:1,2}"] {
        assert_eq!(read(other), [user_semantic(other)]);
    }
}

#[test]
fn s3_94_to_s3_98_the_other_reserved_names() {
    both_ways("{max_replicates:2}", "{5832:2}", D::MaxReplicatesALTERA, &[2.into()]);
    both_ways("{simple_dual_port:1}", "{5833}", D::SimpleDualPortALTERA, &[]);
    both_ways("{merge:key:type}", "{5834:key,\"type\"}", D::MergeALTERA, &["key".into(), "type".into()]);
    both_ways("{force_pow2_depth:0}", "{5836:0}", D::ForcePow2DepthALTERA, &[0.into()]);
    assert_eq!(read("{merge:key,type}"), [user_semantic("{merge:key,type}")], "its separator is a colon");
}

#[test]
fn s3_98_names_of_the_khronos_translator() {
    both_ways("{stride_size:4}", "{5883:4}", D::StridesizeALTERA, &[4.into()]);
    both_ways("{word_size:8}", "{5884:8}", D::WordsizeALTERA, &[8.into()]);
    both_ways("{true_dual_port}", "{5885}", D::TrueDualPortALTERA, &[]);
    both_ways("{sycl-buffer-location:123456789}", "{5921:\"123456789\"}", D::BufferLocationALTERA, &[123456789.into()]);
    both_ways("{sycl-latency-anchor-id:1}", "{6172:\"1\"}", D::LatencyControlLabelALTERA, &[1.into()]);
    both_ways(
        "{sycl-latency-constraint:0,1,5}",
        "{6173:\"0,1,5\"}",
        D::LatencyControlConstraintALTERA,
        &[0.into(), 1.into(), 5.into()],
    );
}

#[test]
fn s3_99_numbers_have_no_quirks() {
    assert_eq!(read("{5825:1}"), [Decoration::ints(D::RegisterALTERA as u32, &[1])]);
    assert_eq!(written(&read("{5825:1}")), "{5825:1}");
    assert_eq!(read("{5830:2}"), [Decoration::ints(D::SinglepumpALTERA as u32, &[2])]);
    assert_eq!(read("{6442:\"0,1\"}"), [Decoration::ints(D::CacheControlLoadINTEL as u32, &[0, 1])]);
    assert_eq!(written(&read("{6442:\"0,1\"}")), "{6442:0,1}");
}

#[test]
fn s3_100_the_way_back_prefers_reserved_names() {
    assert_eq!(written(&read("{5825}")), "{register:1}");
    let all =
        "{5825}{5826:\"testmem\"}{5828:42}{5827:\"41\"}{5831}{5830}{5834:str1,\"str2\"}{5835:\"1\",3,\"2\"}{5836:24}";
    let back = "{register:1}{memory:testmem}{bankwidth:42}{numbanks:41}{pump:2}{pump:1}{merge:str1:str2}\
                {bank_bits:1,3,2}{force_pow2_depth:24}";
    assert_eq!(written(&read(all)), back);
    assert_eq!(read(back), read(all));
}

#[test]
fn s3_85_what_is_not_recognised_is_text() {
    for text in ["42", "{FOO}", "", "{numbanks:many}", "{numbanks}", "{memory}", "a {register:1}", "{-1}", "FOO? BAR."]
    {
        assert_eq!(read(text), [user_semantic(text)]);
        assert_eq!(write(&read(text)), Ok(vec![text.to_owned()]));
    }
}

#[test]
fn s3_85_groups_among_decorations_that_are_not_recognised() {
    let annotation = Annotation::read("{memory:DEFAULT}{sizeinfo:4}{numbanks:2}");
    assert_eq!(written(&annotation.decorations), "{memory:DEFAULT}{numbanks:2}");
    assert_eq!(annotation.unrecognised, ["{sizeinfo:4}"]);
}

#[test]
fn default_memory_gives_way() {
    assert_eq!(written(&read("{5826:\"DEFAULT\"}{5826:\"MLAB\"}")), "{memory:MLAB}");
    assert_eq!(written(&read("{memory:DEFAULT}")), "{memory:DEFAULT}");
}

#[test]
fn memory_accesses_are_bits_of_params() {
    assert_eq!(
        read("{params:3}{cache-size:0}"),
        [Decoration::ints(D::BurstCoalesceALTERA as u32, &[]), Decoration::ints(D::CacheSizeALTERA as u32, &[0])]
    );
    assert_eq!(
        read("{params:12}{cache-size:0}"),
        [
            Decoration::ints(D::DontStaticallyCoalesceALTERA as u32, &[]),
            Decoration::ints(D::PrefetchALTERA as u32, &[0])
        ]
    );
    for (text, back) in
        [("{params:7}{cache-size:1024}", "{params:7}{cache-size:1024}"), ("{params:12}{cache-size:0}", "{params:12}")]
    {
        assert_eq!(written(&read(text)), back);
    }
    for text in ["{params:0}{cache-size:127}", "{params:16}"] {
        assert_eq!(read(text), [user_semantic(text)]);
    }
    assert_eq!(written(&[Decoration::ints(D::PrefetchALTERA as u32, &[3])]), "{5902:3}");
}

/// Checks that memory accesses are written last, as they are read, regardless of other decorations of their kinds.
#[test]
fn memory_accesses_come_last() {
    for text in ["{5901}{5901:}", "{5901:}{5901}", "{5901:\"\"}{params:4}"] {
        assert_eq!(written(&read(text)), "{5901:\"\"}{params:4}", "{text}");
    }
}

#[test]
fn each_user_semantic_is_a_string_of_its_own() {
    let decorations = [user_semantic("foo"), Decoration::ints(D::RegisterALTERA as u32, &[]), user_semantic("bar")];
    assert_eq!(write(&decorations), Ok(vec!["{register:1}".into(), "foo".into(), "bar".into()]));
}

#[test]
fn what_has_no_bare_spelling_is_quoted_and_what_has_none_is_an_error() {
    let memory = [Decoration::new(MEMORY, ["a}b".into()])];
    assert_eq!(written(&memory), "{5826:\"a}b\"}");
    assert_eq!(read("{5826:\"a}b\"}"), memory);
    let linkage = [Decoration::new(D::LinkageAttributes as u32, ["7".into(), 0.into()])];
    assert_eq!(written(&linkage), "{41:\"7\",0}");
    assert_eq!(read("{41:\"7\",0}"), linkage);
    assert!(write(&[Decoration::new(MEMORY, ["a\"b".into()])]).is_err());
    assert!(write(&[Decoration::new(9999, ["7".into()])]).is_err());
}

#[test]
fn arguments_follow_the_text() {
    assert_eq!(with_arguments("my_custom_annotations", &[30, 60]), "my_custom_annotations: 30, 60");
    assert_eq!(with_arguments("plain", &[]), "plain");
}

#[test]
fn rows_are_unambiguous() {
    for (index, row) in ROWS.iter().enumerate() {
        for other in &ROWS[..index] {
            assert_ne!(row.1, other.1, "one name a decoration");
            assert!(row.0 != other.0 || (matches!(row.2, Quirk::Choice(_)) && row.2 != other.2), "{}", row.0);
        }
    }
}

/// Checks random texts: reading never fails, and a text that can be written reads the same again.
#[test]
fn s3_85_any_text() {
    let tokens = ["{", "}", ":", ",", "\"", "register", "5835", "memory", "merge", "params", "1", "x", " ", "\u{e9}"];
    let mut random = Random::new(1, 0);
    for _ in 0..50_000 {
        let length = 1 + random.below(10);
        let inner: String = (0..length).map(|_| random.pick(&tokens)).collect();
        let text = if random.one_in(2) { inner } else { format!("{{{}:{inner}}}", tokens[5 + random.below(5)]) };
        let decorations = read(&text);
        if let Ok(texts) = write(&decorations) {
            let again: Vec<_> = texts.iter().flat_map(|text| read(text)).collect();
            assert_eq!(again, decorations, "{text} as {texts:?}");
        }
    }
}
