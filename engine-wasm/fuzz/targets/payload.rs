//! Fuzzes the payload of a link with a valid checksum, so that the fuzzer need not guess the checksum.
#![no_main]

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use reclaim_engine::scenario::GALLERY;
use reclaim_fuzz::alter::{Bytes, document};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let (kind, base) = (bytes.next(), usize::from(bytes.next()));
    let gallery = GALLERY.get(base).map_or("_", |entry| entry.id);
    let deflated = match kind % 3 {
        0 => bytes.0.to_vec(),
        1 => compress_to_vec(bytes.0, 6),
        _ => compress_to_vec(document(&mut bytes).to_string().as_bytes(), 6),
    };
    let mut payload = vec![0; 4];
    payload.extend(deflated);
    let body = format!("v1.{gallery}.{}", BASE64_URL_SAFE_NO_PAD.encode(payload));
    let check = crc32(body.as_bytes());
    reclaim_fuzz::link(&format!("{body}.{check:08x}"));
});

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
        })
    })
}
