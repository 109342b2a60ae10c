import type { FormState } from 'payload'

/** An invalid value of a form, and why it was refused. */
export type FormProblem = { path: string; value: unknown; message: string }

/** The errors that a form's fields report, in the order of the fields. */
export function problemsOf(fields: FormState): FormProblem[] {
  return Object.entries(fields).flatMap(([path, field]) =>
    field.valid === false && field.errorMessage && field.passesCondition !== false
      ? [{ path, value: field.value, message: field.errorMessage }]
      : [],
  )
}

/** The errors that the fields report, and those reported before whose value is still the same. */
export function stillRefused(before: readonly FormProblem[], fields: FormState): FormProblem[] {
  const now = problemsOf(fields)
  const kept = before.filter(
    ({ path, value }) =>
      fields[path] &&
      fields[path].passesCondition !== false &&
      Object.is(fields[path].value, value) &&
      !now.some((problem) => problem.path === path),
  )
  return [...now, ...kept]
}
