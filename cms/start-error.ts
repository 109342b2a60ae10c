/**
 * A problem that whoever runs the program can repair. `message` says what is wrong, where, and what to do;
 * it is printed without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}
