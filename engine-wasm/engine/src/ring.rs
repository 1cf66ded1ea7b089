//! A ring buffer that counts its entries.

/// Keeps the newest `capacity` entries, and counts all that were ever added.
#[derive(Clone, Debug)]
pub struct Ring<T> {
    capacity: usize,
    kept: Vec<T>,
    written: u64,
    /// Position of the next entry in `kept`.
    next: usize,
}

impl<T: Copy> Ring<T> {
    /// Makes an empty ring for `capacity` entries, at least one.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity: capacity.max(1),
            kept: Vec::new(),
            written: 0,
            next: 0,
        }
    }

    /// Adds an entry. A full ring drops its oldest one.
    pub fn push(&mut self, thing: T) {
        if self.kept.len() < self.capacity {
            self.kept.push(thing);
        } else {
            self.kept[self.next] = thing;
        }
        self.goes_to(self.next + 1);
        self.written += 1;
    }

    /// Adds entries in order.
    pub fn extend(&mut self, things: impl ExactSizeIterator<Item = T>) {
        let mut things = things;
        self.written += things.len() as u64;
        let room = self.capacity - self.kept.len();
        if room > 0 {
            self.kept.extend(things.by_ref().take(room));
            self.goes_to(self.kept.len());
        }
        while things.len() > 0 {
            let most = (self.next + things.len()).min(self.capacity);
            let places = self.kept[self.next..most].iter_mut();
            places
                .zip(&mut things)
                .for_each(|(place, thing)| *place = thing);
            self.goes_to(most);
        }
    }

    fn goes_to(&mut self, place: usize) {
        self.next = if place == self.capacity { 0 } else { place };
    }

    /// Returns how many entries were ever added.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.written
    }

    /// Returns the entries from number `cursor` on that are still kept, oldest first.
    pub fn since(&self, cursor: u64) -> impl Iterator<Item = T> + '_ {
        let oldest = self.written - self.kept.len() as u64;
        (cursor.max(oldest)..self.written).map(|number| self.at(number))
    }

    /// Returns at most `most` of the latest entries, newest first.
    pub fn latest(&self, most: usize) -> impl Iterator<Item = T> + '_ {
        let kept = self.kept.len().min(most) as u64;
        (0..kept).map(move |back| self.at(self.written - 1 - back))
    }

    fn at(&self, number: u64) -> T {
        self.kept[(number % self.capacity as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Ring;

    #[test]
    fn the_ring_keeps_the_last_in_order() {
        let mut ring = Ring::new(4);
        assert_eq!(ring.since(0).count(), 0);
        (1..=6).for_each(|n| ring.push(n));
        assert_eq!(ring.count(), 6);
        assert_eq!(ring.latest(9).collect::<Vec<_>>(), [6, 5, 4, 3]);
        assert_eq!(ring.latest(2).collect::<Vec<_>>(), [6, 5]);
        assert_eq!(
            ring.since(0).collect::<Vec<_>>(),
            [3, 4, 5, 6],
            "two are gone"
        );
        assert_eq!(ring.since(4).collect::<Vec<_>>(), [5, 6]);
        assert_eq!(ring.since(6).count(), 0);
    }

    #[test]
    fn many_at_once_are_kept_as_one_by_one() {
        let mut next = 0..;
        let (mut one, mut many) = (Ring::new(5), Ring::new(5));
        for count in [0, 2, 1, 4, 0, 5, 3, 12, 1, 7, 5] {
            let things: Vec<u32> = next.by_ref().take(count).collect();
            things.iter().for_each(|&thing| one.push(thing));
            many.extend(things.into_iter());
            assert_eq!(one.count(), many.count());
            assert!(one.since(0).eq(many.since(0)) && one.next == many.next);
        }
    }
}
