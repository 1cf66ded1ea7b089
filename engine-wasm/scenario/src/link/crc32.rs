//! The checksum of links.

/// Returns the CRC-32 (IEEE 802.3). It detects every change within 4 adjacent characters, which is the usual damage of
/// links.
pub(in super::super) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let mask = (crc & 1).wrapping_neg();
            crc = (crc >> 1) ^ (0xedb8_8320 & mask);
        }
    }
    !crc
}
