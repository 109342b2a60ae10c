import type { FormState } from 'payload'

/** An invalid value of a form, and why it was refused. */
export type FormProblem = { path: string; value: unknown; message: string }

/** The problems that a form's visible fields report, in the order of the fields. */
export function problemsOf(fields: FormState): FormProblem[] {
  return Object.entries(fields).flatMap(([path, field]) =>
    field.valid === false && field.errorMessage && field.passesCondition !== false
      ? [{ path, value: field.value, message: field.errorMessage }]
      : [],
  )
}

/**
 * The problems that the visible fields report now, and earlier problems whose value is unchanged.
 * @param earlier the problems that were reported before
 */
export function currentProblems(earlier: readonly FormProblem[], fields: FormState): FormProblem[] {
  // A changed field still has its earlier validity for a moment. Its problem keeps the refused value, so that the problem
  // ends when the field has become valid.
  const now = problemsOf(fields).map(
    (problem) =>
      earlier.find(({ path, message }) => path === problem.path && message === problem.message) ??
      problem,
  )
  const kept = earlier.filter(
    ({ path, value }) =>
      fields[path] &&
      fields[path].passesCondition !== false &&
      Object.is(fields[path].value, value) &&
      !now.some((problem) => problem.path === path),
  )
  return [...now, ...kept]
}
