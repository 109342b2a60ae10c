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
  const now = problemsOf(fields)
  const kept = earlier.filter(
    ({ path, value }) =>
      fields[path] &&
      fields[path].passesCondition !== false &&
      Object.is(fields[path].value, value) &&
      !now.some((problem) => problem.path === path),
  )
  return [...now, ...kept]
}
