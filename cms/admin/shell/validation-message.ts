type Problem = { label?: unknown; path?: string; message?: string }

/**
 * The errors of a refused record in one line, each with its field's label.
 * @returns null if `error` is no validation error
 */
export function validationMessage(error: unknown): string | null {
  const { name, data } = (error ?? {}) as { name?: string; data?: { errors?: Problem[] } }
  if (name !== 'ValidationError' || !data?.errors?.length) return null
  return data.errors
    .map(({ label, path = '', message = '' }) => {
      const field = (typeof label === 'string' && label) || path
      return `${field.replaceAll(' > ', ' › ')} – ${message}`
    })
    .join(' · ')
}
