//! What every test expert that wraps another one says the same.

/// The hooks by which an expert follows the line searched, handed on to the expert in field 0.
macro_rules! follow_inner {
    () => {
        fn on_root(&mut self, root: &quartet::search::expert::Pos<Self>) {
            self.0.on_root(root);
        }

        fn on_play(&mut self, after: &quartet::search::expert::Pos<Self>, mv: quartet::search::expert::Mv<Self>) {
            self.0.on_play(after, mv);
        }

        fn on_undo(&mut self) {
            self.0.on_undo();
        }
    };
}

pub(crate) use follow_inner;
