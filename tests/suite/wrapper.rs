//! What every test expert that wraps another one says the same.

/// The hooks by which an expert follows the line searched, handed on to the expert in field 0.
macro_rules! follow_inner {
    () => {
        fn reset(&mut self, root: &quartet::search::expert::Pos<Self>) {
            self.0.reset(root);
        }

        fn played(&mut self, after: &quartet::search::expert::Pos<Self>, mv: quartet::search::expert::Mv<Self>) {
            self.0.played(after, mv);
        }

        fn undone(&mut self) {
            self.0.undone();
        }
    };
}

pub(crate) use follow_inner;
