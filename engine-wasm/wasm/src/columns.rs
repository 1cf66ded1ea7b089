//! Rows of numbers for JavaScript. The columns of each row are declared once. The names that the page uses, and the
//! code that writes the rows, are generated from the declaration.

macro_rules! columns {
    ($(#[$doc:meta])* $name:ident of $number:ty { $($(#[$field_doc:meta])* $field:ident,)* }) => {
        $(#[$doc])*
        pub struct $name { $($(#[$field_doc])* pub $field: $number,)* }

        impl $name {
            /// Names of the columns in their order.
            pub const NAMES: &[&str] = &[$(stringify!($field),)*];
            /// Number of columns.
            pub const COUNT: usize = Self::NAMES.len();

            /// Returns the row as numbers, in the order of the columns.
            pub fn numbers(self) -> [$number; Self::COUNT] {
                [$(self.$field,)*]
            }
        }
    };
}

columns! {
    /// A completed request; the parts of its time follow it.
    RequestHead of f64 {
        /// Number of the device.
        device,
        /// Start of its service, nanoseconds.
        start,
        /// End of its service, nanoseconds.
        end,
        /// First block, 4 KiB.
        block,
        /// Length, blocks.
        pages,
        /// State of the device's row on the timeline.
        state,
        /// Origin of the request.
        origin,
        /// 1 for a write, 0 for a read.
        write,
        /// Block at which the head was before.
        from,
        /// Pages copied inside the flash.
        copied,
        /// Allocation unit whose closing caused the copy; -1 for none.
        closed,
    }
}

columns! {
    /// An interval in a row of the timeline.
    Stretch of u64 {
        /// Row: tasks, then devices.
        row,
        /// State of the task or device, by number.
        state,
        /// Start, nanoseconds.
        start,
        /// End, nanoseconds.
        end,
    }
}

columns! {
    /// A bin of a list profile: numbers of pages in a section of the list.
    ListBin of f64 {
        /// All pages.
        pages,
        /// Dirty pages.
        dirty,
        /// Pages under writeback.
        writeback,
        /// Referenced pages.
        referenced,
    }
}

columns! {
    /// A page frame.
    FrameWords of u32 {
        /// Colour of the frame, and its page flags from bit [`COLOUR_BITS`] on.
        state,
        /// Number of the mapping or address space of its page.
        mapping,
        /// Page offset in the mapping or address space.
        index,
    }
}

columns! {
    /// Header before the frames of a list.
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
    /// An open allocation unit of a flash controller.
    OpenUnit of f64 {
        /// Number of the unit.
        unit,
        /// Pages written in the unit.
        written,
        /// 1 if the unit is written out of order.
        random,
    }
}

/// Bits of a frame's first word that hold its colour.
pub const COLOUR_BITS: u32 = 8;
