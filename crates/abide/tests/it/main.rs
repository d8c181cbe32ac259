//! abide as agents and people meet it: the real process, from outside.

mod agents;
mod check;
mod corpus;
mod count;
mod doctor;
mod documented;
mod explain;
mod failures;
mod files;
mod given_back;
mod guard;
mod install;
mod log;
mod logs;
mod page;
mod project;
mod report;
mod scan;
mod seeds;
mod spoilt;
mod tools_file;
mod tour;
mod versions;
mod wire;
