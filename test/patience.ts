/** When a test is taken to hang. No test has a limit of its own: a busy machine is many times slower than a quiet one. */

/** Milliseconds of a test, and of processes that it starts. */
export const TEST_PATIENCE = 600_000

/** Milliseconds of one step of it, such as a page that opens: shorter, so that a message says which one hangs. */
export const STEP_PATIENCE = 300_000
