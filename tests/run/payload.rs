//! What a hook reads on its stdin.

use serde_json::json;

use crate::support::Case;

/// A case with one hook that writes its stdin to `seen`, in this form.
fn seeing(phase: &str, stdin: &str) -> Case {
    Case::new(&format!("[[hooks]]\nevent = \"{phase}\"\nstdin = \"{stdin}\"\ncommand = \"cat > seen\"\n"))
}

/// What a hook of that phase reads of this event, in hookctl's own form.
fn seen(phase: &str, event: &str) -> String {
    let case = seeing(phase, "event").event(event);
    case.run(phase).answers(0, json!({"decision": "allow"}));
    case.read("seen")
}

#[test]
fn the_event_form_is_one_object_with_hookctls_own_fields_first() {
    for (phase, event, payload) in [
        (
            "pre_tool",
            r#"{"mine":1,"input":{"a":1},"session_id":"s","tool":"Bash"}"#,
            r#"{"event":"pre_tool","tool":"Bash","input":{"a":1},"class":"shell","mine":1,"session_id":"s"}"#,
        ),
        (
            "permission_request",
            r#"{"input":null,"tool":"T"}"#,
            r#"{"event":"permission_request","tool":"T","input":null}"#,
        ),
        ("prompt_submit", r#"{"x":1,"prompt":"p"}"#, r#"{"event":"prompt_submit","prompt":"p","x":1}"#),
        ("stop", r#"{"event":"stop","x":1}"#, r#"{"event":"stop","x":1}"#),
        (
            "post_tool",
            r#"{"content":"c","is_error":true,"input":[],"tool":"T"}"#,
            r#"{"event":"post_tool","tool":"T","input":[],"is_error":true,"content":"c"}"#,
        ),
        (
            "session_end",
            r#"{"path":"/p","reason":"r","session_id":"s"}"#,
            r#"{"event":"session_end","session_id":"s","path":"/p","reason":"r"}"#,
        ),
        ("notification", "{}", r#"{"event":"notification"}"#),
    ] {
        assert_eq!(seen(phase, event), format!("{payload}\n"));
    }
}

#[test]
fn the_input_is_byte_for_byte_what_came() {
    let input = r#"{"z":1,"id":12345678901234567890123,"big":1e400,"f":1.0,"n":-0,"u":"\u00e9\ud800","dup":1,"dup":2 , "a":{"b": [1 ,2]}}"#;
    let payload =
        seen("pre_tool", &format!(r#" {{ "tool" : "T" , "input" : {input} , "mine" : [1 ,  2] }} "#));
    assert_eq!(
        payload,
        format!("{{\"event\":\"pre_tool\",\"tool\":\"T\",\"input\":{input},\"mine\":[1 ,  2]}}\n")
    );
}

#[test]
fn a_field_whose_name_is_taken_is_left_out() {
    let payload =
        seen("post_tool", r#"{"tool":"T","input":{},"event":"post_tool","is_error":null,"content":null}"#);
    assert!(payload.starts_with(r#"{"event":"post_tool","tool":"T","input":{}"#), "{payload}");
    assert_eq!(payload.matches("\"event\"").count(), 1);
}

#[test]
fn the_content_of_a_tools_result_is_text_of_at_most_4000_characters() {
    let of = |content: &str| {
        let payload = seen("post_tool", &format!(r#"{{"tool":"T","input":{{}},"content":{content}}}"#));
        let payload: serde_json::Value = serde_json::from_str(&payload).expect("JSON");
        payload["content"].as_str().expect("a text").to_owned()
    };
    assert_eq!(of(r#""a\u00e9""#), "aé");
    assert_eq!(of(r#"{ "a b" : [ 1 , "x  y" ] }"#), r#"{"a b":[1,"x  y"]}"#);
    assert_eq!(of("1e400"), "1e400");
    assert_eq!(of(&format!("\"{}\"", "é".repeat(4_000))), "é".repeat(4_000));
    assert_eq!(of(&format!("\"{}\"", "é".repeat(4_001))), "é".repeat(4_000));
    assert_eq!(of(&format!("[\"{}\"]", "é".repeat(5_000))), format!("[\"{}", "é".repeat(3_998)));
    assert_eq!(of(r#""\ud83d\ude00\ud800""#), "\u{1F600}\u{FFFD}");
}

#[test]
fn the_raw_form_is_the_bytes_that_came() {
    for event in [
        "{ \"input\" : {\"n\":1.00}, \"tool\":\"Bash\" }",
        "\n\t{\"tool\":\"Bash\",\"input\":\"\\ud800\"}\r\n\n",
    ] {
        let case = seeing("pre_tool", "raw").event(event);
        case.run("pre_tool").answers(0, json!({"decision": "allow"}));
        assert_eq!(case.read("seen"), event);
    }
}

#[test]
fn a_leading_byte_order_mark_is_in_no_form() {
    for form in ["event", "raw"] {
        let case = seeing("stop", form).event("\u{feff} {\"event\":\"stop\"}");
        case.run("stop").answers(0, json!({"decision": "allow"}));
        assert_eq!(case.read("seen").trim(), "{\"event\":\"stop\"}");
    }
}

#[test]
fn after_a_rewrite_only_the_rewritten_value_of_the_raw_form_is_another() {
    let config = "[defaults]\nstdin = \"raw\"\n\
        [[hooks]]\nevent = \"pre_tool\"\ncommand = '''echo '{\"mutated\":{\"b\" : 2}}' '''\n\
        [[hooks]]\nevent = \"pre_tool\"\ncommand = \"cat > seen\"\n";
    let case = Case::new(config).event("{ \"input\" : {\"n\":1.00}, \"tool\":\"Bash\" }\n");
    case.run("pre_tool").answers(0, json!({"decision": "allow", "mutated": {"b": 2}}));
    assert_eq!(case.read("seen"), "{ \"input\" : {\"b\" : 2}, \"tool\":\"Bash\" }\n");
}

#[test]
fn a_rewritten_prompt_is_a_string_in_the_raw_form() {
    let config = "[defaults]\nstdin = \"raw\"\n\
        [[hooks]]\nevent = \"prompt_submit\"\ncommand = '''echo '{\"mutated\":{\"prompt\":\"new\"}}' '''\n\
        [[hooks]]\nevent = \"prompt_submit\"\ncommand = \"cat > seen\"\n";
    let case = Case::new(config).event("{\"prompt\" : \"old\", \"x\":1}");
    case.run("prompt_submit").answers(0, json!({"decision": "allow", "mutated": {"prompt": "new"}}));
    assert_eq!(case.read("seen"), "{\"prompt\" : \"new\", \"x\":1}");
}

#[test]
fn a_deep_input_is_passed_on_as_text() {
    let deep = format!("{}1{}", "{\"a\":".repeat(200_000), "}".repeat(200_000));
    let payload = seen("pre_tool", &format!(r#"{{"tool":"T","input":{deep}}}"#));
    assert_eq!(payload, format!("{{\"event\":\"pre_tool\",\"tool\":\"T\",\"input\":{deep}}}\n"));
}

#[test]
fn stdin_ends_after_the_payload() {
    Case::hook("pre_tool", r#"input=$(cat); test -n "$input""#)
        .run("pre_tool")
        .answers(0, json!({"decision": "allow"}));
}

#[test]
fn a_hook_that_does_not_read_its_stdin_is_not_at_fault() {
    let large = json!({"tool": "Write", "input": {"content": "A".repeat(4_000_000)}}).to_string();
    for event in [r#"{"tool":"Bash","input":{}}"#, large.as_str()] {
        for hook in ["exit 0", "exec 0<&-; exit 0", "head -c 10 >/dev/null"] {
            for _ in 0..5 {
                let case = Case::hook("pre_tool", hook).event(event);
                case.run("pre_tool").answers(0, json!({"decision": "allow"}));
            }
        }
    }
}

#[test]
fn a_large_payload_arrives_whole() {
    let event = json!({"tool": "T", "input": {"content": "A".repeat(20_000_000)}}).to_string();
    let case = Case::hook("pre_tool", "wc -c > seen").event(&event);
    case.run("pre_tool").answers(0, json!({"decision": "allow"}));
    let own_field = r#""event":"pre_tool","#.len() + "\n".len();
    assert_eq!(case.read("seen").trim(), (event.len() + own_field).to_string());
}
