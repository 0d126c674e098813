//! Formats the answer to `proof`.

use crate::engine::{OtherAnswer, OtherReplies, Proven, RefutedReply};
use std::fmt::{Result, Write};

/// The lines of what is proven of a position.
pub(super) fn proof(proven: Option<&Proven<String>>, to: &mut String) -> Result {
    match proven {
        None => writeln!(to, "proof none"),
        Some(Proven::Draw) => writeln!(to, "proof draw"),
        Some(Proven::Win { plies, mv, tree }) => {
            if let Some(tree) = tree {
                writeln!(to, "proof tree {tree}")?;
            }
            write!(to, "proof win {plies}")?;
            if let Some(mv) = mv {
                write!(to, " move {mv}")?;
            }
            writeln!(to)
        }
        Some(Proven::Loss { plies, replies, others }) => {
            for RefutedReply { reply, answer, plies } in replies {
                writeln!(to, "proof reply {reply} answer {answer} plies {plies}")?;
            }
            if let Some(OtherReplies { count, answer }) = others {
                match answer {
                    OtherAnswer::Move(mv, plies) => writeln!(to, "proof others {count} answer {mv} plies {plies}")?,
                    OtherAnswer::AtOnce(moves) => writeln!(to, "proof others {count} five {}", moves.join(" "))?,
                }
            }
            writeln!(to, "proof loss {plies}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(proven: Option<&Proven<String>>) -> String {
        let mut text = String::new();
        proof(proven, &mut text).expect("writing to a string");
        text
    }

    #[test]
    fn the_value_is_the_last_line() {
        assert_eq!(text(None), "proof none\n");
        assert_eq!(text(Some(&Proven::Draw)), "proof draw\n");
        let win = Proven::Win { plies: 3, mv: Some("h8".into()), tree: Some("h8".into()) };
        assert_eq!(text(Some(&win)), "proof tree h8\nproof win 3 move h8\n");
        let over = Proven::Win { plies: 0, mv: None, tree: None };
        assert_eq!(text(Some(&over)), "proof win 0\n");
    }

    #[test]
    fn replies_come_before_the_loss() {
        let loss = |others| Proven::Loss {
            plies: 4,
            replies: vec![RefutedReply { reply: "a1".into(), answer: "b2".into(), plies: 3 }],
            others,
        };
        let reply = "proof reply a1 answer b2 plies 3\n";
        assert_eq!(text(Some(&loss(None))), format!("{reply}proof loss 4\n"));
        let others = OtherReplies { count: 9, answer: OtherAnswer::Move("c3".into(), 1) };
        let expected = format!("{reply}proof others 9 answer c3 plies 1\nproof loss 4\n");
        assert_eq!(text(Some(&loss(Some(others)))), expected);
        let others = OtherReplies { count: 9, answer: OtherAnswer::AtOnce(vec!["c3".into(), "d4".into()]) };
        let expected = format!("{reply}proof others 9 five c3 d4\nproof loss 4\n");
        assert_eq!(text(Some(&loss(Some(others)))), expected);
    }
}
