use super::*;

/// The share of 400 tests between equal engines that accept H1, at a nominal error of 5 %.
fn false_positives(workers: u64, order: Order) -> f64 {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Logistic).unwrap();
    let played = Match { test: &test, workers, order, durations: Durations::WinsAreShort };
    count(played, 400, 1, 2) as f64 / 400.0
}

#[test]
fn in_the_order_of_numbers_errors_do_not_depend_on_durations() {
    // 5 % within three standard deviations; overshooting the bounds makes the true error a little smaller.
    for workers in [1, 64, 512] {
        let wrong = false_positives(workers, Order::Number);
        assert!((0.012..=0.083).contains(&wrong), "{workers} workers: {wrong}");
    }
}

#[test]
fn in_the_order_of_arrival_many_workers_accept_what_is_false() {
    let few = false_positives(1, Order::Arrival);
    assert!((0.012..=0.083).contains(&few), "{few}");
    let many = false_positives(512, Order::Arrival);
    assert!(many > 0.3, "{many}");
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, Model::Logistic).unwrap();
    let played = Match { test: &test, workers: 64, order: Order::Arrival, durations: Durations::WinsAreShort };
    assert_eq!(count(played, 50, 7, 1), count(played, 50, 7, 3));
}
