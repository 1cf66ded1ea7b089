//! The page cache as a plain cache with two lists and no kernel rules. A page on the inactive list that is accessed
//! again becomes active. The oldest inactive page is evicted. The oldest active pages move to the inactive list while
//! there are more active pages than inactive ones.

/// Returns the number of misses of these requests in a cache of `room` pages.
#[must_use]
pub fn misses(requests: impl Iterator<Item = u32>, room: usize) -> u64 {
    // The oldest pages are at the front.
    let (mut inactive, mut active): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut misses = 0;
    for page in requests {
        if active.contains(&page) {
            continue;
        }
        if let Some(at) = inactive.iter().position(|&other| other == page) {
            active.push(inactive.remove(at));
            continue;
        }
        misses += 1;
        inactive.push(page);
        if inactive.len() + active.len() > room {
            while active.len() > inactive.len() {
                inactive.push(active.remove(0));
            }
            inactive.remove(0);
        }
    }
    misses
}

#[cfg(test)]
mod tests {
    use super::misses;

    #[test]
    fn what_is_asked_for_twice_outlives_a_stream() {
        // Page 0 is active when the stream starts.
        let stream = (1..100).chain([0]);
        assert_eq!(misses([0, 0].into_iter().chain(stream.clone()), 8), 100);
        // Page 0 was accessed only once, so it was evicted with the stream.
        assert_eq!(misses([0].into_iter().chain(stream), 8), 101);
    }
}
