//! Assignments: the values that they give to variables, and how long these hold.

use super::builtins;
use super::outcome::Outcome;
use super::source::Source;
use super::state::Value;
use super::walk::Walker;
use crate::syntax::{Assignment, List};
use crate::{Field, Mapped};
use ecow::eco_format;
use std::rc::Rc;

/// How many bytes of a text are copied in a step.
const BYTES_OF_STEP: usize = 16;

impl Walker<'_> {
    /// What a list of assignments gives to which variables. Elements of arrays
    /// are set at once; in front of a command bash sets none.
    pub fn assignments(
        &mut self,
        source: &Rc<Source>,
        list: List<Assignment>,
        alone: bool,
    ) -> Vec<(String, Vec<Value>)> {
        let mut assigned = Vec::new();
        for assignment in &source.tree.assignments[list] {
            let name = source.str(assignment.name).to_string();
            let mut values = self.assigned(source, &assignment.value);
            let subscript = assignment.subscript.map(|parts| self.quoted_parts(source, parts));
            if let Some(keys) = subscript {
                if !alone || self.set_element(&name, &keys, &values) {
                    continue;
                }
                values = vec![Value::Unknown];
            } else if assignment.append && alone && self.add_elements(&name, &values) {
                continue;
            } else if assignment.append {
                values = self.appended(&name, values);
            }
            assigned.push((name, values));
        }
        assigned
    }

    /// `name[key]=value`, where both are known.
    fn set_element(&mut self, name: &str, keys: &[Field], values: &[Value]) -> bool {
        let (Some(key), [Value::Text(text)]) = (keys.first(), values) else { return false };
        builtins::special_variable(self, name, values);
        let name = self.referred_name(name);
        self.state.set_element(&name, key.value.text(), text.clone());
        let copied = self.state.copied();
        self.spend(copied / 4);
        true
    }

    /// `name+=(value ..)`, where the name is that of an array.
    fn add_elements(&mut self, name: &str, values: &[Value]) -> bool {
        let (Some(array), [Value::Array(more)]) = (self.state.array(name), values) else { return false };
        let next = array.next();
        for (index, text) in more.texts().enumerate() {
            self.state.set_element(name, &eco_format!("{}", next + index), text.clone());
        }
        let copied = self.state.copied();
        self.spend(copied / 4);
        true
    }

    /// `name+=value`
    fn appended(&mut self, name: &str, more: Vec<Value>) -> Vec<Value> {
        let Some(before) = self.state.variable(name).cloned() else {
            // An array begins here, unless the environment has a text.
            let array = |value: &Value| matches!(value, Value::Array(_));
            if more.iter().all(array) {
                return more;
            }
            return self.appended_to(name, &[Value::Unknown], &more);
        };
        self.appended_to(name, &before, &more)
    }

    fn appended_to(&mut self, name: &str, before: &[Value], more: &[Value]) -> Vec<Value> {
        let size = |values: &[Value]| -> usize { values.iter().map(Value::size).sum() };
        let size = size(before) + size(more);
        if !self.fits(size) || !self.spend(size / BYTES_OF_STEP) {
            return vec![Value::Unknown];
        }
        let join = |before: &Value, more: &Value| match (before, more) {
            (Value::Text(before), Value::Text(more)) => {
                let mut joined = before.clone();
                joined.push_mapped(more);
                Value::Text(joined)
            }
            (Value::Array(before), Value::Array(more)) => {
                let mut all = before.clone();
                for text in more.texts() {
                    all.put(&eco_format!("{}", all.next()), Some(text.clone()));
                }
                Value::Array(all)
            }
            (Value::Unset, more) => more.clone(),
            (Value::Unknown, Value::Text(more)) => {
                let mut joined = Mapped::default();
                joined.push_unknown(&Mapped::made(&format!("${name}")));
                joined.push_mapped(more);
                Value::Text(joined)
            }
            _ => Value::Unknown,
        };
        before.iter().flat_map(|before| more.iter().map(move |more| join(before, more))).collect()
    }

    pub fn assign(&mut self, assigned: Vec<(String, Vec<Value>)>) {
        for (name, values) in assigned {
            self.assign_variable(&name, values);
        }
    }

    /// Sets a variable; some of them are commands by themselves.
    pub fn assign_variable(&mut self, name: &str, values: Vec<Value>) {
        builtins::special_variable(self, name, &values);
        let name = self.referred_name(name);
        self.state.set_variable(&name, values);
    }

    /// The variable that is meant by this name (`declare -n`).
    fn referred_name(&self, name: &str) -> String {
        match self.state.variable(name).map(|values| values.as_slice()) {
            Some([Value::Reference(other)]) => other.clone(),
            _ => name.to_string(),
        }
    }

    /// `A=1 command`: the command has the variable, what follows does not.
    /// `declare a=(1)` keeps it.
    pub fn with_assignments(
        &mut self,
        assigned: Vec<(String, Vec<Value>)>,
        keep: bool,
        run: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        if assigned.is_empty() {
            return run(self);
        }
        if keep && assigned.iter().any(|(_, v)| matches!(v.as_slice(), [Value::Array(_)])) {
            self.assign(assigned);
            return run(self);
        }
        let mut before = Vec::new();
        for (name, _) in &assigned {
            before.push((name.clone(), self.state.variable(name).cloned()));
        }
        self.assign(assigned);
        let outcome = run(self);
        for (name, values) in before {
            let values = values.map_or(vec![Value::Unknown], |values| values.as_ref().clone());
            self.state.set_variable(&name, values);
        }
        outcome
    }
}
