//! The assignment problem.

/// The maximum-weight perfect matching of the rows and columns of a square matrix: the column of each row.
///
/// The Hungarian method with potentials: rows are added one by one, each along a shortest augmenting path.
pub(super) fn assign(weights: &[Vec<i64>]) -> Vec<usize> {
    let size = weights.len();
    // Rows and columns are counted from 1: `row_of[0]` is the row that is being added, and row 0 is no row.
    let (mut row_potential, mut column_potential) = (vec![0; size + 1], vec![0; size + 1]);
    let mut row_of = vec![0; size + 1];
    for row in 1..=size {
        row_of[0] = row;
        let mut column = 0;
        let mut slack = vec![i64::MAX; size + 1];
        let mut predecessor = vec![0; size + 1];
        let mut visited = vec![false; size + 1];
        while row_of[column] != 0 {
            visited[column] = true;
            let current = row_of[column];
            let (mut least, mut next) = (i64::MAX, 0);
            for other in (1..=size).filter(|&other| !visited[other]) {
                let cost = -weights[current - 1][other - 1] - row_potential[current] - column_potential[other];
                if cost < slack[other] {
                    (slack[other], predecessor[other]) = (cost, column);
                }
                if slack[other] < least {
                    (least, next) = (slack[other], other);
                }
            }
            for other in 0..=size {
                if visited[other] {
                    row_potential[row_of[other]] += least;
                    column_potential[other] -= least;
                } else if other > 0 {
                    slack[other] -= least;
                }
            }
            column = next;
        }
        while column != 0 {
            let previous = predecessor[column];
            row_of[column] = row_of[previous];
            column = previous;
        }
    }
    let mut column_of = vec![0; size];
    for column in 1..=size {
        column_of[row_of[column] - 1] = column - 1;
    }
    column_of
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(weights: &[Vec<i64>], row: usize, taken: u32) -> i64 {
        let free = (0..weights.len()).filter(|column| taken >> column & 1 == 0);
        free.map(|column| weights[row][column] + best(weights, row + 1, taken | 1 << column)).max().unwrap_or(0)
    }

    #[test]
    fn the_weight_is_that_of_exhaustive_search() {
        let mut state = 1_u64;
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 60) as i64
        };
        for size in 0..7 {
            for _ in 0..50 {
                let weights: Vec<Vec<i64>> = (0..size).map(|_| (0..size).map(|_| number()).collect()).collect();
                let columns = assign(&weights);
                let sum: i64 = columns.iter().enumerate().map(|(row, &column)| weights[row][column]).sum();
                assert_eq!(sum, best(&weights, 0, 0), "{weights:?}");
                let mut sorted = columns;
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..size));
            }
        }
    }
}
