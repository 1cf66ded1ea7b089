//! Rows of numbers for JavaScript: each has its columns in one place, where they are written and where the page's names
//! of their places come from.

macro_rules! columns {
    ($(#[$doc:meta])* $name:ident of $number:ty { $($(#[$field_doc:meta])* $field:ident,)* }) => {
        $(#[$doc])*
        pub struct $name { $($(#[$field_doc])* pub $field: $number,)* }

        impl $name {
            /// Names of the columns in their order.
            pub const NAMES: &[&str] = &[$(stringify!($field),)*];
            /// Number of columns.
            pub const COUNT: usize = Self::NAMES.len();

            /// The row.
            pub fn numbers(self) -> [$number; Self::COUNT] {
                [$(self.$field,)*]
            }
        }
    };
}

columns! {
    /// A request that was served, before the parts of its time.
    RequestHead of f64 {
        /// Number of the device.
        device,
        /// When its service began, nanoseconds.
        start,
        /// When it ended, nanoseconds.
        end,
        /// First block, 4 KiB.
        block,
        /// Length, blocks.
        pages,
        /// State of the device's row.
        state,
        /// Who sent it.
        origin,
        /// 1 for a write.
        write,
        /// Block where the head was.
        from,
        /// Pages copied inside the flash.
        copied,
        /// Unit that was closed for that; -1 for none.
        closed,
    }
}

columns! {
    /// A stretch of a row of the timeline.
    Stretch of u64 {
        /// Tasks, then devices.
        row,
        /// What it did.
        state,
        /// Nanoseconds.
        start,
        /// Nanoseconds.
        end,
    }
}

columns! {
    /// A stretch of a list, pages.
    ListBin of f64 {
        /// All of them.
        pages,
        /// Dirty ones.
        dirty,
        /// Those under writeback.
        writeback,
        /// Referenced ones.
        referenced,
    }
}

columns! {
    /// A frame.
    FrameWords of u32 {
        /// Its colour, and from bit [`COLOUR_BITS`] on its page flags.
        state,
        /// Number of its mapping or address space.
        mapping,
        /// Page in it.
        index,
    }
}

columns! {
    /// What stands before the frames of a list.
    ListHead of u32 {
        /// Number of the zone.
        zone,
        /// Number of the list.
        list,
        /// Frames that follow.
        length,
    }
}

columns! {
    /// An allocation unit that a flash controller has open.
    OpenUnit of f64 {
        /// Its number.
        unit,
        /// Pages written.
        written,
        /// 1 if it is written out of order.
        random,
    }
}

/// Bits of a frame's first word that hold its colour.
pub const COLOUR_BITS: u32 = 8;
