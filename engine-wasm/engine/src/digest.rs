//! A 64-bit digest of state: FNV-1a over words. Columns are packed into words, so that adding a whole column is fast.

/// A digest of the words added so far.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Adds one word to the digest.
    #[inline]
    pub fn word(&mut self, value: u64) {
        self.0 = (self.0 ^ value)
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(23);
    }

    /// Adds a column of 16-bit values and its length.
    pub fn column16(&mut self, values: &[u16]) {
        self.word(values.len() as u64);
        for chunk in values.chunks(4) {
            self.word(chunk.iter().fold(0, |word, &v| word << 16 | u64::from(v)));
        }
    }

    /// Adds a column of 32-bit values and its length.
    pub fn column32(&mut self, values: &[u32]) {
        self.word(values.len() as u64);
        for chunk in values.chunks(2) {
            self.word(chunk.iter().fold(0, |word, &v| word << 32 | u64::from(v)));
        }
    }

    /// Adds a string and its length.
    pub fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for byte in text.bytes() {
            self.word(u64::from(byte));
        }
    }

    /// Returns the digest of everything added so far.
    #[must_use]
    pub fn value(self) -> u64 {
        let mut v = self.0;
        v ^= v >> 32;
        v = v.wrapping_mul(0xd6e8_feb8_6659_fd93);
        v ^ (v >> 32)
    }
}
