//! Default values of fields, and the functions by which serde omits fields that hold their default.

pub(super) fn one() -> u32 {
    1
}

pub(super) fn is_one(value: &u32) -> bool {
    *value == 1
}

pub(super) fn is_zero(value: &u64) -> bool {
    *value == 0
}

pub(super) fn is_zero_u32(value: &u32) -> bool {
    *value == 0
}

pub(super) fn yes() -> bool {
    true
}

pub(super) fn is_yes(value: &bool) -> bool {
    *value
}

pub(super) fn is_no(value: &bool) -> bool {
    !*value
}

pub(super) fn default_cpu_speed_percent() -> u32 {
    100
}

pub(super) fn is_default_cpu_speed_percent(percent: &u32) -> bool {
    *percent == default_cpu_speed_percent()
}

pub(super) fn default_hz() -> u32 {
    250
}

pub(super) fn default_lowmem_reserve_ratio() -> u32 {
    256
}

pub(super) fn default_jitter_percent() -> u32 {
    5
}

pub(super) fn default_nr_requests() -> u32 {
    128
}

pub(super) fn default_max_request_kb() -> u32 {
    512
}

pub(super) fn default_chunk_kb() -> u32 {
    64
}
