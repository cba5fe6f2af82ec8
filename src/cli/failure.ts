/** Errors of the command that are no faults of a file's content. */

/** The command was called wrongly: its usage is printed, exit code 2. */
export class WrongCall extends Error {}

/** It was called rightly, but cannot do what it is asked: exit code 1. */
export class Failure extends Error {}
