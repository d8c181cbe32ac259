//! How each coding agent calls a hook, and how a block must look to it.
