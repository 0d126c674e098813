//! Character encodings of texts in files that state theirs, or that do not.
//!
//! The encodings and their names are those of the Encoding Standard of the WHATWG.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, CoderResult, Decoder, EUC_JP, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8};
use std::borrow::Cow;

/// The content of a file as text.
pub struct Decoded<'a> {
    /// The text, without a byte order mark. Bytes that are wrong in the encoding are U+FFFD.
    pub text: Cow<'a, str>,
    encoding: &'static Encoding,
    content: &'a [u8],
    /// The size of the byte order mark.
    mark: usize,
}

/// Decodes the content of a file: by its byte order mark, else by the encoding with this name if the content is valid
/// in it, else by [`guess`].
pub fn decode<'a>(content: &'a [u8], stated: Option<&str>) -> Decoded<'a> {
    let (encoding, mark) = Encoding::for_bom(content).unwrap_or_else(|| (stated_or_guessed(content, stated), 0));
    let (text, _) = encoding.decode_without_bom_handling(content.get(mark..).unwrap_or_default());
    Decoded { text, encoding, content, mark }
}

fn stated_or_guessed(content: &[u8], stated: Option<&str>) -> &'static Encoding {
    let stated = stated.and_then(|name| Encoding::for_label(name.as_bytes()));
    // The name would not have been found in UTF-16.
    let is_right = |encoding: &&'static Encoding| encoding.is_ascii_compatible() && is_valid(content, encoding);
    stated.filter(is_right).unwrap_or_else(|| guess(std::iter::once(content)))
}

/// The most likely encoding of these texts of one file: UTF-8 if all of them are valid in it, else the one that a
/// detector of web browsers takes them for.
pub fn guess<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> &'static Encoding {
    if texts.clone().all(|text| std::str::from_utf8(text).is_ok()) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for text in texts {
        detector.feed(text, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    detector.guess(None, Utf8Detection::Deny)
}

/// The most likely encoding of most of these texts, which several authors may have written: that of all of them, else
/// one of several bytes for a letter in which three quarters of the bytes are valid.
pub fn guess_of_most<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> &'static Encoding {
    let all = guess(texts.clone());
    if !all.is_single_byte() {
        return all;
    }
    // A single text in another encoding makes the guess one that any bytes are valid in.
    let size = |texts: &mut dyn Iterator<Item = &'a [u8]>| texts.map(<[u8]>::len).sum::<usize>();
    let is_most = |encoding: &&'static Encoding| {
        let valid = texts.clone().filter(|text| is_valid(text, encoding));
        4 * size(&mut valid.clone()) >= 3 * size(&mut texts.clone()) && guess(valid) == *encoding
    };
    [GBK, BIG5, SHIFT_JIS, EUC_KR, EUC_JP].into_iter().find(is_most).unwrap_or(all)
}

/// A text in this encoding, or if it is not valid in it, in the most likely one.
pub fn decode_text<'a>(text: &'a [u8], encoding: &'static Encoding) -> Cow<'a, str> {
    let decoded = encoding.decode_without_bom_handling_and_without_replacement(text);
    decoded.unwrap_or_else(|| guess(std::iter::once(text)).decode_without_bom_handling(text).0)
}

/// Whether a text is valid in an encoding.
fn is_valid(text: &[u8], encoding: &'static Encoding) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(text).is_some()
}

impl<'a> Decoded<'a> {
    /// A finder of places in the file.
    pub fn places(&self) -> Places<'a> {
        let decoder = (self.encoding != UTF_8).then(|| self.encoding.new_decoder_without_bom_handling());
        Places { content: self.content, mark: self.mark, decoder, text: 0, byte: self.mark, line: 1 }
    }
}

/// Finds the line and byte in a file of places in its text. Fast if they are asked for in ascending order.
pub struct Places<'a> {
    content: &'a [u8],
    mark: usize,
    /// Decodes the content again up to the place; `None` for UTF-8.
    decoder: Option<Decoder>,
    /// The last place in the text, in bytes.
    text: usize,
    /// The same place in the file, in bytes.
    byte: usize,
    /// The same place as a line, from 1.
    line: usize,
}

impl Places<'_> {
    /// The line, from 1, and the byte in the file, from 0, of an offset in this text, which is the decoded one. A line
    /// ends with `\n`, `\r\n` or `\r`.
    pub fn find(&mut self, text: &str, offset: usize) -> (usize, usize) {
        if offset < self.text {
            let decoder = self.decoder.as_ref().map(|decoder| decoder.encoding().new_decoder_without_bom_handling());
            (self.decoder, self.text, self.byte, self.line) = (decoder, 0, self.mark, 1);
        }
        let bytes = text.as_bytes();
        let passed = bytes.get(self.text..offset).unwrap_or_default();
        let ends = passed.iter().enumerate().filter(|&(index, &byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(self.text + index + 1) != Some(&b'\n'),
            _ => false,
        });
        self.line += ends.count();
        self.advance(offset.max(self.text));
        (self.line, self.byte)
    }

    /// Goes on to an offset in the text.
    fn advance(&mut self, offset: usize) {
        let Some(decoder) = &mut self.decoder else {
            self.byte = self.mark + offset;
            self.text = offset;
            return;
        };
        let mut buffer = [0; 16];
        while self.text < offset
            && let Some(next) = self.content.get(self.byte..=self.byte)
        {
            let (result, read, written, _) = decoder.decode_to_utf8(next, &mut buffer, false);
            self.text += written;
            self.byte += read;
            if result == CoderResult::OutputFull {
                break;
            }
        }
        self.text = self.text.max(offset);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::WINDOWS_1252;

    #[test]
    fn stated_and_guessed_encodings_are_decoded() {
        let cases = [
            (GBK, "这一局黑棋在开局占了上风，但是白棋很快反击"),
            (BIG5, "這一局黑棋在開局佔了上風，但是白棋很快反擊"),
            (SHIFT_JIS, "これは黒の勝ちです。次の一手が大切でした。ソ表能"),
            (EUC_KR, "흑이 이겼습니다. 다음 수가 중요했습니다."),
            (WINDOWS_1252, "Spelades på café i Malmö, där är många"),
        ];
        for (encoding, text) in cases {
            let bytes = encoding.encode(text).0;
            for stated in [Some(encoding.name()), None, Some("UTF-8"), Some("UTF-16"), Some("klingon")] {
                assert_eq!(decode(&bytes, stated).text, text, "{stated:?}");
            }
        }
        assert_eq!(decode("\u{feff}棋".as_bytes(), Some("GBK")).text, "棋");
        assert_eq!(decode(b"\xff\xfe(\0;\0\xcbh", None).text, "(;棋");
        assert_eq!(decode(b"\xe9t\xe9", Some("ISO-8859-1")).text, "été");
    }

    #[test]
    fn a_text_in_another_encoding_does_not_spoil_the_others() {
        let texts = ["黑棋的必胜点，挡住白棋的活二", "白棋最强的防守在这里", "同样可行"];
        let mut bytes: Vec<Vec<u8>> = texts.iter().map(|text| GBK.encode(text).0.into_owned()).collect();
        bytes.push(b"\xf6 \xd6 ".to_vec());
        let encoding = guess_of_most(bytes.iter().map(Vec::as_slice));
        let read: Vec<_> = bytes.iter().map(|text| decode_text(text, encoding)).collect();
        assert_eq!(read, [texts[0], texts[1], texts[2], "ö Ö "]);
        let swedish = ["dålig försvarsdrag, därför", "är också bra för svart", "går också"];
        let bytes: Vec<Vec<u8>> = swedish.iter().map(|text| WINDOWS_1252.encode(text).0.into_owned()).collect();
        let encoding = guess_of_most(bytes.iter().map(Vec::as_slice));
        let read: Vec<_> = bytes.iter().map(|text| decode_text(text, encoding)).collect();
        assert_eq!(read, swedish);
    }

    #[test]
    fn places_are_those_of_the_file() {
        let text = "a\n棋b\r\nc\rソ]";
        for (encoding, mark) in [(SHIFT_JIS, ""), (UTF_8, ""), (UTF_8, "\u{feff}")] {
            let mut bytes = mark.as_bytes().to_vec();
            bytes.extend_from_slice(&encoding.encode(text).0);
            let decoded = decode(&bytes, Some(encoding.name()));
            assert_eq!(decoded.text, text);
            let mut places = decoded.places();
            for (letter, line) in [("a", 1), ("b", 2), ("c", 3), ("]", 4), ("b", 2)] {
                let offset = text.find(letter).expect("in the text");
                let byte = mark.len() + encoding.encode(&text[..offset]).0.len();
                assert_eq!(places.find(&decoded.text, offset), (line, byte), "{letter}");
            }
            assert_eq!(places.find(&decoded.text, text.len()), (4, bytes.len()));
        }
    }
}
