//! The entry of the program on Linux with glibc: C's `main`.
//!
//! Before Rust's `main`, the standard library reads `/proc/self/maps` and sets
//! up a second stack, to say something when the first one overflows. That is a
//! seventh of what starting `/bin/true` takes, at every tool call, and abide
//! never recurses without a bound. What else is done there, and needed, is done
//! here.

// One name for the linker, and a few calls of libc.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};
use std::process::ExitCode;

// SAFETY: `main` is the name that the C library calls, and no other item of
// the program has it.
#[unsafe(no_mangle)]
extern "C" fn main(_: c_int, _: *const *const c_char) -> c_int {
    // A reader that went away must not end the process before its exit code,
    // which is half of a block.
    // SAFETY: no thread runs yet, and no signal handler is replaced but the default.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
    // Small pieces of memory that were freed are joined with their neighbours at once, not all
    // together whenever a kilobyte is asked for, which judging a call does.
    // SAFETY: no thread runs yet.
    unsafe { libc::mallopt(libc::M_MXFAST, 0) };
    // SAFETY: no thread runs yet.
    unsafe { fill_heap() };
    let code = super::run();
    let number = (0..=u8::MAX).find(|number| ExitCode::from(*number) == code);
    // Flushes standard output, as the end of Rust's `main` would.
    std::process::exit(number.map_or(1, c_int::from))
}

/// Has the kernel put pages under the heap at once: one by one, as they are
/// touched, each costs twice as much. Where the kernel cannot (before Linux
/// 5.14), nothing happens.
///
/// # Safety
///
/// No other thread may run.
unsafe fn fill_heap() {
    const PAGE: usize = 4096;
    // SAFETY: only pages of the heap get memory, which nothing can tell from
    // their getting it when they are touched.
    unsafe {
        let first = libc::malloc(1);
        let begin = (first as usize).next_multiple_of(PAGE);
        let end = libc::sbrk(0) as usize;
        libc::free(first);
        if (begin..begin + MOST_HEAP).contains(&end) {
            libc::madvise(begin as *mut libc::c_void, end - begin, libc::MADV_POPULATE_WRITE);
        }
    }
}

/// More than the C library asks for at first, in bytes.
const MOST_HEAP: usize = 1 << 20;
