//! What threads share memory with: the primitives of the standard library and of `parking_lot`, or, in builds with
//! `--cfg loom`, those of [loom](https://docs.rs/loom), which runs a test in every order that the memory model allows
//! (Norris and Demsky, "CDSchecker: checking concurrent data structures written with C/C++ atomics", 2013).

#[cfg(not(loom))]
pub(crate) use parking_lot::{Condvar, Mutex};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
#[cfg(all(test, not(loom)))]
pub(crate) use std::thread;

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
#[cfg(all(test, loom))]
pub(crate) use loom::thread;
#[cfg(loom)]
pub(crate) use modelled::{Condvar, Mutex};

/// The primitives of loom with the interface of `parking_lot`.
#[cfg(loom)]
mod modelled {
    use std::ops::{Deref, DerefMut};

    #[derive(Debug, Default)]
    pub(crate) struct Mutex<T>(loom::sync::Mutex<T>);

    /// Holds a guard, except while a condition variable has it.
    pub(crate) struct MutexGuard<'a, T>(Option<loom::sync::MutexGuard<'a, T>>);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Self {
            Mutex(loom::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
            MutexGuard(Some(self.0.lock().expect("no thread panics")))
        }
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            self.0.as_ref().expect("not waiting")
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0.as_mut().expect("not waiting")
        }
    }

    pub(crate) struct Condvar(loom::sync::Condvar);

    impl Condvar {
        pub(crate) fn new() -> Self {
            Condvar(loom::sync::Condvar::new())
        }

        pub(crate) fn wait<T>(&self, guard: &mut MutexGuard<'_, T>) {
            let inner = guard.0.take().expect("not waiting");
            guard.0 = Some(self.0.wait(inner).expect("no thread panics"));
        }

        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}
