/** Ends a running test as soon as something has failed beside it, such as its page: no wait of the test goes on. */
const ends = new WeakMap<object, (error: Error) => void>()

/** Rejects with the error that `failTest` is given for the test. */
export function failureOf(test: object): Promise<never> {
  return new Promise((_, reject) => ends.set(test, reject))
}

/** @param test as `TestRunner.getCurrentTest` gives it. */
export function failTest(test: object, error: Error): void {
  ends.get(test)?.(error)
}
