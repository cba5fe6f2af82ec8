/** Errors of the command that aren't caused by a file's content. */

/** The command was called wrongly: its usage is printed, exit code 2. */
export class WrongCall extends Error {}

/** The call is right, but the command cannot carry it out: exit code 1. */
export class Failure extends Error {}
